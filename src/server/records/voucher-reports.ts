import type { CalendarDate } from '#domain/calendar.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from './scope.ts'
import { voucherJson } from './voucher-json.ts'

/** Which vouchers a report lists; what is not set does not narrow it. */
export interface ReportQuery {
  readonly students: 'admitted' | 'removed' | 'all'
  readonly paid: 'paid' | 'unpaid' | 'all'
  readonly studentClass: SchoolClass | 'all'
  readonly section: Section | 'all'
  readonly fromDate: CalendarDate | null
  readonly toDate: CalendarDate | null
  readonly toDateOf: 'issueDate' | 'dueDate'
}

function narrowing(campus: string, query: ReportQuery): RawBuilder<unknown> {
  const conditions = [sql`v.campus = ${campus}`, sql`v.replaced_by is null`]
  if (query.students !== 'all') {
    conditions.push(query.students === 'admitted' ? sql`s.state = 'active'` : sql`s.state <> 'active'`)
  }
  if (query.paid !== 'all') conditions.push(sql`v.fee_paid = ${query.paid === 'paid'}`)
  if (query.studentClass !== 'all') conditions.push(sql`v.student_class = ${query.studentClass}`)
  if (query.section !== 'all') conditions.push(sql`v.section = ${query.section}`)
  if (query.fromDate) conditions.push(sql`v.issue_date >= ${query.fromDate}`)
  if (query.toDate) {
    conditions.push(
      query.toDateOf === 'dueDate'
        ? sql`v.due_date <= ${query.toDate}`
        : sql`v.issue_date <= ${query.toDate}`,
    )
  }
  return sql.join(conditions, sql` and `)
}

// A student's unpaid vouchers are one chain in which the last holds the whole debt: it alone is listed (decisions §3).
const lastOfStudent = sql`select distinct on (v.roll_no) v.voucher_no`

/** The vouchers `v` that a report lists, with their students `s`: in class order, then section, then roll number. */
export function reportedVouchers(campus: string, query: ReportQuery): RawBuilder<unknown> {
  const matching = sql`from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
    where ${narrowing(campus, query)}`
  const listed =
    query.paid === 'unpaid'
      ? sql`${matching} and v.voucher_no in (${lastOfStudent} ${matching} order by v.roll_no, v.chain_no desc)`
      : matching
  return sql`${listed} order by v.student_class, v.section, v.roll_no, v.chain_no`
}

export const voucherReportRecords = ({ trx, campus }: Scope) => ({
  /** The report's vouchers as JSON text. */
  async listAsJson(query: ReportQuery): Promise<string> {
    const { rows } = await sql<{ vouchers: string }>`
      select coalesce(json_agg(r.voucher)::text, '[]') as vouchers from (
        select ${voucherJson} as voucher ${reportedVouchers(campus, query)}) r`.execute(trx)
    return rows[0]?.vouchers ?? '[]'
  },
})
