import { sql, type RawBuilder } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { monthIn } from '#reports/common-filters.ts'
import type { QueryOf } from '#reports/list.ts'
import type { voucherList } from '#reports/voucher-list.ts'
import { booksAsOf } from '#server/records/books/as-of.ts'
import type { Scope } from '#server/records/scope.ts'
import { contactColumn } from '#server/records/students/students.ts'
import { validVoucher, whereValid } from '#server/records/valid-vouchers.ts'
import { carriedDebt, debtorsAmong, mixedDebtors, type DebtDay } from '#server/records/vouchers/debtors.ts'
import { reportedValues } from '#server/records/vouchers/voucher-values.ts'
import { voucherJsonText } from '#server/records/vouchers/vouchers-as-json.ts'
import { isOfKind, unlessAll, type ListSource } from './source.ts'

type Query = QueryOf<typeof voucherList>

/** SQL: true if a voucher `v` is in the chain of its student up to the end of the dates. */
const isUpToEnd = ({ toDate, toDateOf, unposted }: Query): RawBuilder<unknown> => {
  const until = toDateOf === 'dueDate' ? sql`v.due_date` : sql`v.issue_date`
  return sql`${unlessAll(toDate, sql`${until} <= ${toDate}`)} and ${unlessAll(unposted, sql`v.posted`)}`
}

/** True if later vouchers may be left out of the months owed. A month's list has the months up to its own. */
const hasEnd = (query: Query): boolean =>
  monthIn(query) === null && (query.toDate !== undefined || query.unposted !== undefined)

const isOfMonth = (query: Query): RawBuilder<unknown> => {
  const month = monthIn(query)
  return month ? sql`v.year = ${month.year} and v.month = ${month.month}` : sql`true`
}

/** SQL: the conditions on a voucher `v` itself, except its class. */
const conditionsOf = (campus: string, query: Query): RawBuilder<unknown> => {
  const conditions = [
    sql`v.campus = ${campus} and ${whereValid('v')}`,
    unlessAll(query.paidStatus, query.paidStatus === 'paid' ? sql`v.fee_paid` : sql`not v.fee_paid`),
    unlessAll(query.fromDate, sql`v.issue_date >= ${query.fromDate}`),
    isOfMonth(query),
    isUpToEnd(query),
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

/**
 * SQL: the vouchers. At the end of a day they have derived values, because no index of the past can look values up for
 * each row: `is_followed` for `isOwedLater`, `carried_to_posted`, the last posted voucher for `notPosted`, and with
 * `withDebts` the due day, split and months of the debt. The vouchers of that day are derived once for both.
 */
function vouchersOf(campus: string, query: Query, withDebts: boolean): RawBuilder<unknown> {
  const { asOf } = query
  const { vouchers } = booksAsOf({ campus }, asOf)
  if (asOf === undefined) return vouchers
  const isUnpaid = conditionsOf(campus, { ...query, paidStatus: 'unpaid' })
  const valid = sql`select * from ${vouchers} v where ${whereValid('v')}`
  const derived = sql`select v.*,
      not v.fee_paid and v.chain_no < max(v.chain_no) filter (where ${isUnpaid}) over (partition by v.roll_no) as is_followed,
      case when v.carried_to is not null then (array_agg(v.voucher_no) filter (where v.posted) over (partition by v.roll_no
        order by v.chain_no rows between 1 following and unbounded following))[1] end as carried_to_posted,
      max(v.chain_no) filter (where v.posted) over (partition by v.roll_no) as last_posted,
      (array_agg(v.net_balance) filter (where v.posted) over (partition by v.roll_no order by v.chain_no desc
        rows between unbounded preceding and unbounded following))[1] as posted_balance`
  if (!withDebts) return sql`(${derived} from (${valid}) v)`
  const [evening, debtDay] = [sql`evening`, debtDayOf(asOf, query)]
  const upToEnd = hasEnd(query)
    ? sql`left join ${debtorsAmong(evening, debtDay, isUpToEnd(query))} d on d.roll_no = v.roll_no`
    : sql``
  return sql`(with evening as materialized (${valid})
    ${derived}, h.due_since, h.overdue, h.not_due, ${sql.raw(hasEnd(query) ? 'd' : 'h')}.months from evening v
      left join ${debtorsAmong(evening, debtDay)} h on h.roll_no = v.roll_no ${upToEnd})`
}

const debtDayOf = (day: CalendarDate, query: Query): DebtDay => ({ day, upTo: monthIn(query) })

/**
 * SQL: the listed vouchers; of a student's unpaid vouchers only the last, because it holds the whole debt (decisions
 * 3.reports.debt-once). Selects the class after that, so that the classes add up to the campus.
 */
function fromVouchers(campus: string, query: Query, withDebts = false): RawBuilder<unknown> {
  const { students } = booksAsOf({ campus }, query.asOf)
  // Every voucher has a student, so only conditions on students need a join.
  const studentJoin = sql`join ${students} s on s.campus = v.campus and s.roll_no = v.roll_no`
  const matching = sql`from ${vouchersOf(campus, query, withDebts)} v ${query.type === 'all' ? sql`` : studentJoin} where ${conditionsOf(campus, query)} and ${isOfKind(query.type)}`
  if (query.paidStatus !== 'unpaid') return sql`${matching} and ${isOfClass(query)}`
  const last = sql`select distinct on (v.roll_no) v.* ${matching} order by v.roll_no, v.chain_no desc`
  return sql`from (select * from (${last}) v where ${isOfClass(query)}) v`
}

/**
 * SQL: the listed vouchers with students `s`. `offset 0` makes PostgreSQL read the vouchers first: a direct join
 * looks up a year's vouchers student by student and reads twenty times the pages.
 */
function fromVouchersWithStudents({ campus, today }: Scope, query: Query): RawBuilder<unknown> {
  const { asOf, paidStatus } = query
  const debtDay = debtDayOf(today, query)
  const { students } = booksAsOf({ campus }, asOf)
  const withStudents = sql`join ${students} s on s.campus = ${campus} and s.roll_no = v.roll_no`
  const withDebts =
    asOf === undefined ? sql`left join ${mixedDebtors(campus, debtDay)} h on h.roll_no = v.roll_no` : sql``
  if (paidStatus !== 'unpaid') {
    const matching = sql`${conditionsOf(campus, query)} and ${isOfClass(query)}`
    const owedLater = sql`, ${isOwedLater(campus, query)} as owed_later`
    return sql`from (select v.*${owedLater} from ${vouchersOf(campus, query, true)} v where ${matching} offset 0) v
      ${withStudents} and ${isOfKind(query.type)} ${withDebts}`
  }
  const upToEnd =
    asOf === undefined && hasEnd(query)
      ? sql`left join ${mixedDebtors(campus, debtDay, isUpToEnd(query))} d on d.roll_no = v.roll_no`
      : sql``
  return sql`${fromVouchers(campus, query, true)} ${withStudents} ${withDebts} ${upToEnd}`
}

/** SQL: true if a later voucher, of another class, has the debt. Without a class, all are listed. */
function isOwedLater(campus: string, query: Query): RawBuilder<unknown> {
  const isAnyClass = [query.studentClass, query.section].every((item) => item === undefined || item === 'all')
  if (isAnyClass) return sql`false`
  if (query.asOf !== undefined) return sql`coalesce(v.is_followed, false)`
  return sql`(not v.fee_paid and exists (select from (select * from vouchers v where
    ${conditionsOf(campus, { ...query, paidStatus: 'unpaid' })}) l where l.roll_no = v.roll_no and l.chain_no > v.chain_no))`
}

/** SQL: the later posted voucher that holds the debt of `v`, for a list without drafts. */
const carriedToPosted = `(case when v.carried_to is not null then (select p.voucher_no from vouchers p
  where p.campus = v.campus and p.roll_no = v.roll_no and p.chain_no > v.chain_no and p.posted
    and ${validVoucher('p')} order by p.chain_no limit 1) end)`

/** SQL: the amount charged by drafts; 0 if the voucher `v`, or a later voucher, is posted. */
const notPosted = (asOf: Query['asOf']): string => {
  const [lastPosted, from] =
    asOf === undefined
      ? [
          'p',
          `from (select p.chain_no, p.net_balance from vouchers p where p.campus = v.campus and p.roll_no = v.roll_no
            and p.posted and ${validVoucher('p')} order by p.chain_no desc limit 1) p`,
        ]
      : ['l', 'from (select v.last_posted as chain_no, v.posted_balance as net_balance) l']
  return `case when v.posted then 0 else coalesce((select
    case when ${lastPosted}.chain_no > v.chain_no then 0 else v.net_balance - ${lastPosted}.net_balance end ${from}), v.net_balance) end`
}

/** SQL: the number of months, up to the end of the dates, that are not paid in full. */
const monthsOwed = (query: Query): string =>
  query.asOf === undefined
    ? `case when h.roll_no is null then v.posted::int else coalesce(${hasEnd(query) ? 'd' : 'h'}.months, 0) end`
    : 'coalesce(v.months, 0)'

/** SQL: the due day and split of the debt that voucher `v` carries; the split is 0 in lists of paid vouchers too. */
function debtValues({ asOf, paidStatus, ...query }: Query, today: CalendarDate) {
  const month = monthIn(query) !== null
  const carried = (ofStudent: string, ofVoucher: string): string =>
    asOf === undefined
      ? carriedDebt({ ofStudent: `h.${ofStudent}`, ofVoucher }, month)
      : `case when not v.fee_paid and ${month ? 'true' : 'v.chain_no >= v.last_posted'} then v.${ofStudent} end`
  const amount = (ofStudent: string, isDue: string): string =>
    paidStatus === 'unpaid'
      ? `coalesce(${carried(ofStudent, `case when v.due_date ${isDue} '${today}' then v.net_balance else 0 end`)}, 0)`
      : '0'
  return {
    dueSince: carried('due_since', 'v.due_date'),
    overdue: amount('overdue', '<'),
    notDue: amount('not_due', '>='),
  }
}

/** The vouchers of the fee reports: in class order, then section, then roll number. */
export const reportedVouchers: ListSource<typeof voucherList> = {
  values: (scope, query) => {
    const { paidStatus, unposted, asOf } = query
    return {
      ...reportedValues,
      ...(unposted === 'leftOut' && {
        carriedTo: asOf === undefined ? carriedToPosted : 'v.carried_to_posted',
      }),
      ...debtValues(query, scope.today),
      notPosted: notPosted(asOf),
      owedLater: paidStatus === 'unpaid' ? 'false' : 'v.owed_later',
      fatherHomePhone: paidStatus === 'unpaid' ? contactColumn(scope, 'father_home_phone') : `''`,
      monthsOwed: paidStatus === 'unpaid' ? monthsOwed(query) : '0',
    }
  },
  object: voucherJsonText,
  from: fromVouchersWithStudents,
  totalsFrom: ({ campus }, query) => fromVouchers(campus, query),
  groupBy: 'v.student_class, v.section, v.roll_no',
  orderBy: 'v.chain_no',
}
