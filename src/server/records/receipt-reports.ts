import { receiptWithClass } from '#contract/receipt.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { StudentKind } from '#domain/report-columns.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { sql, type RawBuilder } from 'kysely'
import { fetchTextChunks } from './cursor.ts'
import { jsonObject } from './json-text.ts'
import { receiptsWithAll, receiptValues } from './receipt-values.ts'
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

const receiptJson = sql.raw(jsonObject(receiptWithClass, receiptValues))

/** The receipts and reversals of the report by receipt number, as JSON text in chunks; a comma goes between two chunks. */
export const streamReceiptObjects = ({ trx, campus }: Scope, query: ReceiptQuery): AsyncGenerator<string> =>
  fetchTextChunks(
    trx,
    sql`select ${receiptJson} as text
      from ${receiptsWithAll} where ${receiptConditions(campus, query)} order by r.receipt_no`,
    ',\n',
  )
