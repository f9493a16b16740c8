import { sql, type RawBuilder } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { receivedHeads } from '#domain/received-heads.ts'
import type { journalList } from '#reports/journal.ts'
import { booksAsOf, endOf } from '#server/records/books/as-of.ts'
import { headColumn, receiptsByHead, sumsOfHeads } from '#server/records/receipts/receipts-by-head.ts'
import { unlessAll, type ListSource } from './source.ts'

const heads = receivedHeads.map(({ key }) => headColumn(key))
/** A refund is paid from what came in in advance. */
const headsOfRefund = receivedHeads.map(({ key }) => (key === 'advance' ? '-sum(a.amount)' : '0')).join(', ')

const accounts = [
  `(0, 'method', d.total)`,
  ...receivedHeads.map(({ key }, place) => `(${place + 1}, '${key}', -d.${headColumn(key)})`),
].join(', ')

/** The day up to which the books are closed, or were on an evening. */
const closedUntil = (campus: string, asOf: CalendarDate | undefined): RawBuilder<unknown> =>
  asOf === undefined
    ? sql`(select closed_until from campus_rules where campus = ${campus})`
    : sql`(select closed_until from book_closings where campus = ${campus} and entered_at < ${endOf(asOf)}
        order by closing_no desc limit 1)`

/** The lines of the journal by day, method and account: the account of the method is debited with what came in. */
export const journalOfClosedDays: ListSource<typeof journalList> = {
  values: () => ({
    date: 'j.day',
    method: 'j.method',
    account: 'j.account',
    debit: 'greatest(j.amount, 0)',
    credit: 'greatest(-j.amount, 0)',
  }),
  from: (scope, query) => {
    const { campus } = scope
    const { adjustments } = booksAsOf(scope, query.asOf)
    const refundDays = sql`${unlessAll(query.fromDate, sql`a.effective_on >= ${query.fromDate}`)}
      and ${unlessAll(query.toDate, sql`a.effective_on <= ${query.toDate}`)}`
    return sql`
    from (select d.day, d.method, x.place, x.account, x.amount::bigint as amount
      from (
        select day, method, ${sql.raw(heads.map((column) => `sum(${column}) as ${column}`).join(', '))}, sum(total) as total
        from (
          select h.received_on as day, h.method, ${sql.raw(sumsOfHeads)}, sum(h.amount) as total
            from ${receiptsByHead(scope, query)} h group by 1, 2
          union all select a.effective_on, a.method, ${sql.raw(headsOfRefund)}, -sum(a.amount) from ${adjustments} a
            where a.campus = ${campus} and a.kind = 'refund' and ${refundDays} group by 1, 2) r
        where day <= ${closedUntil(campus, query.asOf)}
        group by day, method) d
      cross join lateral (values ${sql.raw(accounts)}) x (place, account, amount)
      where x.amount <> 0) j`
  },
  orderBy: 'j.day, j.method, j.place',
}
