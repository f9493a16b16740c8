import type { Scope } from './scope.ts'

/** The numbers that each campus counts from 1 without a gap. */
export const counters = ['roll number', 'receipt', 'run', 'adjustment', 'approval', 'import'] as const
export type Counter = (typeof counters)[number]

/** Finds the last number given out; 0 if there is none. */
export async function findLastNumber({ trx, campus }: Scope, counter: Counter): Promise<number> {
  const row = await trx
    .selectFrom('counters')
    .select('last')
    .where('campus', '=', campus)
    .where('counter', '=', counter)
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Takes the next number. Others wait until this transaction ends, so that no number is skipped or repeated. */
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
