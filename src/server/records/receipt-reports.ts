import type { CalendarDate } from '#domain/calendar.ts'
import type { StudentKind } from '#domain/report-columns.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { sql, type RawBuilder } from 'kysely'
import { jsonObject, jsonRupees, jsonText, jsonWord } from './json-text.ts'
import { fetchTextChunks } from './cursor.ts'
import type { Scope } from './scope.ts'

/** The filters of a receipt report; null and 'all' do not filter. */
export interface ReceiptQuery {
  readonly students: StudentKind
  /** Class and section of the voucher that was received. */
  readonly studentClass: SchoolClass | 'all'
  readonly section: Section | 'all'
  /** Days of receipt; both are inside. */
  readonly fromDate: CalendarDate | null
  readonly toDate: CalendarDate | null
}

/** The conditions on a receipt `r`, its voucher `v` and student `s`. */
export function receiptConditions(campus: string, query: ReceiptQuery): RawBuilder<unknown> {
  const conditions = [sql`r.campus = ${campus}`]
  if (query.students !== 'all') {
    conditions.push(query.students === 'admitted' ? sql`s.state = 'active'` : sql`s.state <> 'active'`)
  }
  if (query.studentClass !== 'all') conditions.push(sql`v.student_class = ${query.studentClass}`)
  if (query.section !== 'all') conditions.push(sql`v.section = ${query.section}`)
  if (query.fromDate) conditions.push(sql`r.received_on >= ${query.fromDate}`)
  if (query.toDate) conditions.push(sql`r.received_on <= ${query.toDate}`)
  return sql.join(conditions, sql` and `)
}

/** A receipt `r` with its voucher `v`, student `s` and receiver `t`. */
export const receiptsWithAll = sql`receipts r
  join vouchers v on v.campus = r.campus and v.voucher_no = r.voucher_no
  join students s on s.campus = r.campus and s.roll_no = r.roll_no
  left join staff t on t.campus = r.campus and t.user_id = r.received_by`

const reportedReceipt = jsonObject({
  receiptNo: 'r.receipt_no',
  kind: jsonWord('r.kind'),
  reverses: `coalesce(r.reverses::text, 'null')`,
  voucherNo: jsonText('r.voucher_no'),
  rollNo: 'r.roll_no',
  studentName: jsonText('s.student_name'),
  fatherName: jsonText('s.father_name'),
  studentClass: jsonWord('v.student_class'),
  section: jsonWord('v.section'),
  amount: jsonRupees('r.amount'),
  receivedDate: jsonWord('r.received_on'),
  receivedBy: jsonText('r.received_by'),
  receivedByName: jsonText('coalesce(t.name, r.received_by)'),
  enteredAt: jsonWord(`to_char(r.entered_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
  reason: jsonText('r.reason'),
})

/** The receipts and reversals of the report by receipt number, as JSON text in chunks; a comma goes between two chunks. */
export const streamReceiptObjects = ({ trx, campus }: Scope, query: ReceiptQuery): AsyncGenerator<string> =>
  fetchTextChunks(
    trx,
    sql`select ${sql.raw(reportedReceipt)} as text
      from ${receiptsWithAll} where ${receiptConditions(campus, query)} order by r.receipt_no`,
    ',\n',
  )
