import { sql } from 'kysely'
import type { receiptWithClass } from '#contract/receipt.ts'
import { booksNow, type Books } from '#server/records/books/as-of.ts'
import type { FieldValues } from '#server/records/json-text.ts'

/** SQL: receipts `r` with voucher `v`, student `s` and receiver `t`. */
export const receiptsWithAll = ({ receipts, students }: Books = booksNow) => sql`${receipts} r
  join vouchers v on v.campus = r.campus and v.voucher_no = r.voucher_no
  join ${students} s on s.campus = r.campus and s.roll_no = r.roll_no
  left join staff t on t.campus = r.campus and t.user_id = r.received_by`

/** SQL: each field of a receipt in `receiptsWithAll`. */
export const receiptValues: FieldValues<typeof receiptWithClass> = {
  receiptNo: 'r.receipt_no',
  kind: 'r.kind',
  reverses: 'r.reverses',
  voucherNo: 'r.voucher_no',
  rollNo: 'r.roll_no',
  studentName: 's.student_name',
  fatherName: 's.father_name',
  studentClass: 'v.student_class',
  section: 'v.section',
  amount: 'r.amount',
  receivedDate: 'r.received_on',
  receivedBy: 'r.received_by',
  receivedByName: 'coalesce(t.name, r.received_by)',
  enteredAt: 'r.entered_at',
  reason: 'r.reason',
  method: 'r.method',
  reference: 'r.reference',
  chequeDate: 'r.cheque_date',
}
