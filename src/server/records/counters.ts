import type { Scope } from './scope.ts'

/** Each campus counts from 1 without a gap. */
export const counters = ['roll number', 'receipt', 'run', 'adjustment', 'approval', 'import'] as const
export type Counter = (typeof counters)[number]

/** 0 if no number was given out. */
export async function findLastNumber({ trx, campus }: Scope, counter: Counter): Promise<number> {
  const row = await trx
    .selectFrom('counters')
    .select('last')
    .where('campus', '=', campus)
    .where('counter', '=', counter)
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Counts only if this transaction commits, and others wait for it: no gap and no repeat. */
export async function takeNextNumber({ trx, campus }: Scope, counter: Counter): Promise<number> {
  const row = await trx
    .updateTable('counters')
    .set((eb) => ({ last: eb('last', '+', 1) }))
    .where('campus', '=', campus)
    .where('counter', '=', counter)
    .returning('last')
    .executeTakeFirstOrThrow()
  return row.last
}
