import { sql } from 'kysely'
import { receivedHeads } from '#domain/received-heads.ts'
import { recordOf } from '#domain/record-of.ts'
import type { collectionList } from '#reports/collection.ts'
import type { receiptList } from '#reports/fee-received.ts'
import type { receivedHeadList } from '#reports/received-heads.ts'
import { booksAsOf, endOf } from '#server/records/books/as-of.ts'
import { chargeEntries } from '#server/records/books/book-entries.ts'
import { receiptsWithAll, receiptValues } from '#server/records/receipts/receipt-values.ts'
import { headColumn, receiptsByHead, sumsOfHeads } from '#server/records/receipts/receipts-by-head.ts'
import { draftsByClass } from '#server/records/vouchers/debtors.ts'
import { isOfKind, unlessAll, type ListSource } from './source.ts'

/** The amounts billed and received on some days, by class of the voucher, in the order of the classes. */
export const collected: ListSource<typeof collectionList> = {
  values: () => ({
    studentClass: 'g.student_class',
    billed: 'g.billed',
    notPosted: 'coalesce(d.not_posted, 0)',
    onBilled: 'g.on_billed',
    onArrears: 'g.on_arrears',
    inAdvance: 'g.received - g.on_billed - g.on_arrears',
    received: 'g.received',
  }),
  from: (scope, query) => sql`
    from (select student_class, sum(billed)::bigint as billed, sum(on_billed)::bigint as on_billed,
        sum(on_arrears)::bigint as on_arrears, sum(received)::bigint as received
      from (
        select v.student_class, e.owed as billed, 0 as on_billed, 0 as on_arrears, 0 as received
          from (${sql.raw(chargeEntries)}) e join vouchers v on v.campus = e.campus and v.voucher_no = e.voucher_no
          where e.campus = ${scope.campus} and e.kind <> 'opening' and e.written_at < ${endOf(query.asOf)}
            and ${unlessAll(query.fromDate, sql`e.day >= ${query.fromDate}`)}
            and ${unlessAll(query.toDate, sql`e.day <= ${query.toDate}`)}
        union all select v.student_class, 0, h.on_billed, h.on_arrears, h.amount
          from ${receiptsByHead(scope, query)} h join vouchers v on v.campus = h.campus and v.voucher_no = h.voucher_no) u
      group by student_class having bool_or(billed <> 0 or received <> 0)) g
      left join ${draftsByClass(scope.campus, query)} d on d.student_class = g.student_class`,
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
