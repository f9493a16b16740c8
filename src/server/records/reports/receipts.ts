import { sql } from 'kysely'
import type { receiptList } from '#reports/fee-received.ts'
import { booksAsOf } from '#server/records/books/as-of.ts'
import { receiptsWithAll, receiptValues } from '#server/records/receipts/receipt-values.ts'
import { isOfKind, unlessAll, type ListSource } from './source.ts'

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
