import { sql, type RawBuilder } from 'kysely'
import { firstOfMonth, lastOfMonth, type Month } from '#domain/calendar.ts'
import { receivedHeads } from '#domain/received-heads.ts'
import { recordOf } from '#domain/record-of.ts'
import type { collectionList } from '#reports/collection.ts'
import { monthIn } from '#reports/common-filters.ts'
import type { receiptList } from '#reports/fee-received.ts'
import type { QueryOf } from '#reports/list.ts'
import type { receivedHeadList } from '#reports/received-heads.ts'
import { booksAsOf, endOf } from '#server/records/books/as-of.ts'
import { chargeEntries } from '#server/records/books/book-entries.ts'
import { headColumn, receiptsByHead, sumsOfHeads } from '#server/records/receipts/receipts-by-head.ts'
import { receiptsWithAll, receiptValues } from '#server/records/receipts/receipts.ts'
import type { Scope } from '#server/records/scope.ts'
import { collectedOf } from '#server/records/vouchers/collected.ts'
import { drafts, draftsByClass } from '#server/records/vouchers/debtors.ts'
import { isOfKind, unlessAll, type ListSource } from './source.ts'

const sumsOfClass = sql`sum(billed)::bigint as billed, sum(on_billed)::bigint as on_billed,
  sum(on_arrears)::bigint as on_arrears, sum(in_advance)::bigint as in_advance, sum(received)::bigint as received,
  sum(not_posted)::bigint as not_posted`

/** SQL: the charges of some days and the receipts of these days, by class. */
const collectedOnDays = (scope: Scope, query: QueryOf<typeof collectionList>): RawBuilder<unknown> => sql`
  (select v.student_class, e.owed as billed, 0 as on_billed, 0 as on_arrears, 0 as in_advance, 0 as received, 0 as not_posted
    from (${sql.raw(chargeEntries)}) e join vouchers v on v.campus = e.campus and v.voucher_no = e.voucher_no
    where e.campus = ${scope.campus} and e.kind <> 'opening' and e.written_at < ${endOf(query.asOf)}
      and ${unlessAll(query.fromDate, sql`e.day >= ${query.fromDate}`)}
      and ${unlessAll(query.toDate, sql`e.day <= ${query.toDate}`)}
  union all select v.student_class, 0, h.on_billed, h.on_arrears, h.amount - h.on_billed - h.on_arrears, h.amount, 0
    from ${receiptsByHead(scope, query)} h join vouchers v on v.campus = h.campus and v.voucher_no = h.voucher_no
  union all select student_class, 0, 0, 0, 0, 0, not_posted from ${draftsByClass(scope.campus, query)} d)`

/** SQL: the vouchers of a month, what was collected on them, and the receipts of its days (decisions 7). */
const collectedOfVouchers = (
  { campus }: Scope,
  { asOf }: QueryOf<typeof collectionList>,
  month: Month,
): RawBuilder<unknown> => sql`
  (select student_class, billed, received as on_billed, arrears as on_arrears, advance as in_advance, 0 as received,
      0 as not_posted
    from ${collectedOf(campus, month, { asOf })} c
  union all select v.student_class, 0, 0, 0, 0, r.amount, 0
    from ${booksAsOf({ campus }, asOf).receipts} r join vouchers v on v.campus = r.campus and v.voucher_no = r.voucher_no
    where r.campus = ${campus} and r.received_on between ${firstOfMonth(month)} and ${lastOfMonth(month)}
  union all select d.student_class, 0, 0, 0, 0, 0, d.amount from ${drafts(campus, asOf)} d
    where d.year = ${month.year} and d.month = ${month.month})`

/** The amounts billed and received on some days or for a month, by class of the voucher, in the order of the classes. */
export const collected: ListSource<typeof collectionList> = {
  values: () => ({
    studentClass: 'g.student_class',
    billed: 'g.billed',
    notPosted: 'g.not_posted',
    onBilled: 'g.on_billed',
    onArrears: 'g.on_arrears',
    inAdvance: 'g.in_advance',
    received: 'g.received',
  }),
  from(scope, query) {
    const month = monthIn(query)
    const rows = month ? collectedOfVouchers(scope, query, month) : collectedOnDays(scope, query)
    return sql`from (select student_class, ${sumsOfClass} from ${rows} u
      group by student_class
      having bool_or(billed <> 0 or received <> 0 or on_arrears <> 0 or in_advance <> 0 or not_posted <> 0)) g`
  },
  orderBy: 'g.student_class',
}

/** The money received by head, for each month of receipt and class of the voucher. */
export const headsReceived: ListSource<typeof receivedHeadList> = {
  values: () => ({
    month: 'g.month',
    studentClass: 'g.student_class',
    ...recordOf(
      receivedHeads,
      ({ key }) => key,
      ({ key }) => `g.${headColumn(key)}`,
    ),
    total: 'g.total',
  }),
  from: (scope, query) => sql`
    from (select date_trunc('month', h.received_on)::date as month, v.student_class, ${sql.raw(sumsOfHeads)},
        sum(h.amount)::bigint as total
      from ${receiptsByHead(scope, query)} h join vouchers v on v.campus = h.campus and v.voucher_no = h.voucher_no
      group by 1, 2) g`,
  orderBy: 'g.month, g.student_class',
}

/** The receipts and reversals of Fee received, by receipt number; class and section are the voucher's. */
export const reportedReceipts: ListSource<typeof receiptList> = {
  values: () => receiptValues,
  from({ campus }, query) {
    const conditions = [
      sql`r.campus = ${campus}`,
      isOfKind(query.type),
      unlessAll(query.studentClass, sql`v.student_class = ${query.studentClass}`),
      unlessAll(query.section, sql`v.section = ${query.section}`),
      unlessAll(query.fromDate, sql`r.received_on >= ${query.fromDate}`),
      unlessAll(query.toDate, sql`r.received_on <= ${query.toDate}`),
    ]
    return sql`from ${receiptsWithAll(booksAsOf({ campus }, query.asOf))} where ${sql.join(conditions, sql` and `)}`
  },
  orderBy: 'r.receipt_no',
}
