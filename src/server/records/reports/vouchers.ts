import type { voucherList } from '#reports/voucher-list.ts'
import type { QueryOf } from '#reports/list.ts'
import { contactColumn } from '#server/records/contacts.ts'
import { voucherJsonText } from '#server/records/voucher-json.ts'
import { reportedValues } from '#server/records/voucher-values.ts'
import { sql, type RawBuilder } from 'kysely'
import { isOfKind, unlessAll, type ListSource } from './source.ts'
import { validVoucher, whereValid } from '#server/records/valid-vouchers.ts'

type Query = QueryOf<typeof voucherList>

/** The conditions on a voucher `v` itself, apart from its class. */
const conditionsOf = (campus: string, query: Query): RawBuilder<unknown> => {
  const until = query.toDateOf === 'dueDate' ? sql`v.due_date` : sql`v.issue_date`
  const conditions = [
    sql`v.campus = ${campus} and ${whereValid('v')}`,
    unlessAll(query.paidStatus, query.paidStatus === 'paid' ? sql`v.fee_paid` : sql`not v.fee_paid`),
    unlessAll(query.fromDate, sql`v.issue_date >= ${query.fromDate}`),
    unlessAll(query.toDate, sql`${until} <= ${query.toDate}`),
    unlessAll(query.unposted, sql`v.posted`),
  ]
  return sql.join(conditions, sql` and `)
}

const isOfClass = ({ studentClass, section }: Query): RawBuilder<unknown> =>
  sql.join(
    [
      unlessAll(studentClass, sql`v.student_class = ${studentClass}`),
      unlessAll(section, sql`v.section = ${section}`),
    ],
    sql` and `,
  )

const withStudent = sql`vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no`

/**
 * The vouchers `v` of a report. Of a student's unpaid vouchers between the dates only the last is listed, as it holds the
 * whole debt (decisions 3.reports.debt-once); the class is chosen after that, so that a debt is in the class of that
 * voucher alone and the classes add up to the campus.
 */
function listed(campus: string, query: Query, also = sql``): RawBuilder<unknown> {
  // Every voucher has its student: without conditions on students the join is not needed.
  const tables = query.type === 'all' ? sql`vouchers v` : withStudent
  const matching = sql`from ${tables} where ${conditionsOf(campus, query)} and ${isOfKind(query.type)}`
  if (query.paidStatus !== 'unpaid') return sql`${matching} and ${isOfClass(query)}`
  const last = sql`select distinct on (v.roll_no) v.*${also} ${matching} order by v.roll_no, v.chain_no desc`
  return sql`from (select * from (${last}) v where ${isOfClass(query)}) v`
}

/**
 * The same with their students `s`. The vouchers are in a query of their own with `offset 0`, which makes PostgreSQL read
 * them first: joined directly, it looks up a year's vouchers student by student and reads twenty times the pages.
 */
function listedWithStudents(campus: string, query: Query): RawBuilder<unknown> {
  const join = sql`join students s on s.campus = ${campus} and s.roll_no = v.roll_no`
  if (query.paidStatus !== 'unpaid') {
    const matching = sql`${conditionsOf(campus, query)} and ${isOfClass(query)}`
    const owedLater = sql`, ${isOwedLater(campus, query)} as owed_later`
    const vouchers = sql`select v.*${owedLater} from vouchers v where ${matching} offset 0`
    return sql`from (${vouchers}) v ${join} and ${isOfKind(query.type)}`
  }
  const unpaidMonths = sql`, count(*) over (partition by v.roll_no)::int as unpaid_months`
  return sql`${listed(campus, query, unpaidMonths)} ${join}`
}

/**
 * Whether the debt of the voucher `v` is on a later one between the dates that may be of another class. Without a class
 * all of a student's vouchers are listed, so that it need not be looked up.
 */
function isOwedLater(campus: string, query: Query): RawBuilder<unknown> {
  const isOfAnyClass = [query.studentClass, query.section].every((of) => of === undefined || of === 'all')
  if (isOfAnyClass) return sql`false`
  return sql`(not v.fee_paid and exists (select from (select * from vouchers v where
    ${conditionsOf(campus, { ...query, paidStatus: 'unpaid' })}) l where l.roll_no = v.roll_no and l.chain_no > v.chain_no))`
}

/** The later posted voucher that holds the debt of the voucher `v`, for a list without unposted ones. */
const carriedToPosted = `(case when v.carried_to is not null then (select p.voucher_no from vouchers p
  where p.campus = v.campus and p.roll_no = v.roll_no and p.chain_no > v.chain_no and p.posted
    and ${validVoucher('p')} order by p.chain_no limit 1) end)`

/** The vouchers of the fee reports: in class order, then section, then roll number. */
export const reportedVouchers: ListSource<typeof voucherList> = {
  values: (scope, { paidStatus, unposted }) => ({
    ...reportedValues,
    ...(unposted === 'leftOut' && { carriedTo: carriedToPosted }),
    owedLater: paidStatus === 'unpaid' ? 'false' : 'v.owed_later',
    fatherHomePhone: paidStatus === 'unpaid' ? contactColumn(scope, 'father_home_phone') : `''`,
    unpaidMonths: paidStatus === 'unpaid' ? 'v.unpaid_months' : '0',
  }),
  object: voucherJsonText,
  from: ({ campus }, query) => listedWithStudents(campus, query),
  totalsFrom: ({ campus }, query) => listed(campus, query),
  groupBy: 'v.student_class, v.section, v.roll_no',
  orderBy: 'v.chain_no',
}
