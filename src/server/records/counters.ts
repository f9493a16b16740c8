import type { Scope } from './scope.ts'

export type Counter = 'roll number' | 'receipt'

export const counterRecords = ({ trx, campus }: Scope) => ({
  async last(counter: Counter): Promise<number> {
    const row = await trx
      .selectFrom('counters')
      .select('last')
      .where('campus', '=', campus)
      .where('counter', '=', counter)
      .executeTakeFirst()
    return row?.last ?? 0
  },

  /** The next number, given out only if this transaction stands; others wait for it, so there is no gap and no repeat. */
  async next(counter: Counter): Promise<number> {
    const row = await trx
      .updateTable('counters')
      .set((eb) => ({ last: eb('last', '+', 1) }))
      .where('campus', '=', campus)
      .where('counter', '=', counter)
      .returning('last')
      .executeTakeFirstOrThrow()
    return row.last
  },
})
