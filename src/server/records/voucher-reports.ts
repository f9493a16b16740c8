import type { CalendarDate } from '#domain/calendar.ts'
import { feeHeads } from '#domain/fee-heads.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { trueTotals, type Account, type Totals } from '#domain/voucher-amounts.ts'
import { executeUnprepared } from '#server/database/plans.ts'
import { sql, type RawBuilder } from 'kysely'
import { fetchTextChunks } from './cursor.ts'
import { eachColumn } from './fee-columns.ts'
import type { Scope } from './scope.ts'
import { voucherJsonText } from './voucher-json.ts'
import { voucherLine } from './voucher-line.ts'

/** The filters of a voucher report; null and 'all' do not filter. */
export interface ReportQuery {
  readonly students: 'admitted' | 'removed' | 'all'
  readonly paid: 'paid' | 'unpaid' | 'all'
  readonly studentClass: SchoolClass | 'all'
  readonly section: Section | 'all'
  readonly fromDate: CalendarDate | null
  readonly toDate: CalendarDate | null
  readonly toDateOf: 'issueDate' | 'dueDate'
}

function conditionsOf(campus: string, query: ReportQuery): RawBuilder<unknown> {
  const conditions = [sql`v.campus = ${campus}`, sql`v.replaced_by is null`]
  if (query.students !== 'all') {
    conditions.push(query.students === 'admitted' ? sql`s.state = 'active'` : sql`s.state <> 'active'`)
  }
  if (query.paid !== 'all') conditions.push(query.paid === 'paid' ? sql`v.fee_paid` : sql`not v.fee_paid`)
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

const withStudent = sql`vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no`

/**
 * The vouchers `v` of a report. Of a student's unpaid vouchers only the last is listed, as it holds the whole debt
 * (decisions 3.reports.debt-once).
 */
function listed(campus: string, query: ReportQuery): RawBuilder<unknown> {
  // Every voucher has its student: without conditions on students the join is not needed.
  const tables = query.students === 'all' ? sql`vouchers v` : withStudent
  const matching = sql`from ${tables} where ${conditionsOf(campus, query)}`
  if (query.paid !== 'unpaid') return matching
  return sql`from (select distinct on (v.roll_no) v.* ${matching} order by v.roll_no, v.chain_no desc) v`
}

/** The same with their students `s`. */
function listedWithStudents(campus: string, query: ReportQuery): RawBuilder<unknown> {
  if (query.paid !== 'unpaid') return sql`from ${withStudent} where ${conditionsOf(campus, query)}`
  return sql`${listed(campus, query)} join students s on s.campus = v.campus and s.roll_no = v.roll_no`
}

/** The vouchers `v` that a report lists, with their students `s`: in class order, then section, then roll number. */
export const reportedVouchers = (campus: string, query: ReportQuery): RawBuilder<unknown> =>
  sql`${listedWithStudents(campus, query)} order by v.student_class, v.section, v.roll_no, v.chain_no`

const betweenRows = ',\n'

// The database joins the texts of one student's vouchers, which saves a round trip for each row.
const streamVouchers = ({ trx, campus }: Scope, query: ReportQuery, text: string) =>
  fetchTextChunks(
    trx,
    sql`select string_agg(${sql.raw(text)}, ${sql.lit(betweenRows)} order by v.chain_no) as text
      ${listedWithStudents(campus, query)}
      group by v.student_class, v.section, v.roll_no order by v.student_class, v.section, v.roll_no`,
    betweenRows,
  )

const summed = (column: string) => `coalesce(sum(v.${column}), 0)::bigint`
const sums = sql.raw(eachColumn(feeHeads, (column, key) => `${summed(column)} as "${key}"`))

/** How many vouchers the report has, and their true sums. */
export async function sumVouchers({ trx, campus }: Scope, query: ReportQuery): Promise<Totals> {
  const { rows } = await executeUnprepared(
    trx,
    sql<Account & { readonly count: number }>`
    select count(*), ${sums}, ${sql.raw(summed('arrears'))} as arrears, ${sql.raw(summed('received'))} as received
    ${listed(campus, query)}`,
  )
  const [row] = rows
  if (!row) throw new Error('Sums are always one row')
  return { ...trueTotals([row]), count: row.count }
}

/** The report's vouchers as JSON text in chunks, in the specified shape; a comma goes between two chunks. */
export const streamVoucherObjects = (scope: Scope, query: ReportQuery): AsyncGenerator<string> =>
  streamVouchers(scope, query, voucherJsonText)

/** The same as lists of values, one line each (contract/voucher-rows.ts). */
export const streamVoucherLines = (scope: Scope, query: ReportQuery): AsyncGenerator<string> =>
  streamVouchers(scope, query, voucherLine)
