// `studentDebt` of the domain as SQL; a test keeps both equal (decisions 7). Drafts after a student's last posted
// voucher are not debt, and money pays the oldest month first.

import { sql, type RawBuilder } from 'kysely'
import { unpaidMonth } from '#contract/voucher.ts'
import type { CalendarDate, Month } from '#domain/calendar.ts'
import { nothing, type Money } from '#domain/money.ts'
import { booksAsOf, endOf } from '#server/records/books/as-of.ts'
import { broughtIn, chargeEntries } from '#server/records/books/book-entries.ts'
import { jsonObject } from '#server/records/json-text.ts'
import type { Scope } from '#server/records/scope.ts'
import { validVoucher, whereValid } from '#server/records/valid-vouchers.ts'

/** Amounts in paisa. */
interface DraftSums {
  readonly count: number
  readonly amount: Money
}

/** Selects whole chains; every other condition selects the beginning of each chain. */
const wholeChain = sql`true`

const unpaidPartsStart = `(
  select v.*, greatest(case when is_oldest then owed - newer else least(owed - newer, charged) end, 0) as unpaid
  from (
    select v.*, (sum(v.charged) over newest_first)::bigint - v.charged as newer,
      lead(true) over newest_first is null as is_oldest,
      max(v.net_balance) filter (where v.is_last) over (partition by v.roll_no) as owed
    from (
      select v.*, v.chain_no = v.last_posted as is_last
      from (
        select v.roll_no, v.student_class, v.section, v.chain_no, v.year, v.month, v.due_date, v.net_balance,
          v.amount + greatest(${broughtIn}, 0) as charged,
          max(v.chain_no) filter (where v.posted) over (partition by v.roll_no) as last_posted
        from `
const unpaidPartsEnd = `) v
      where v.chain_no <= v.last_posted) v
    window newest_first as (partition by v.roll_no order by v.year desc, v.month desc, v.chain_no desc)) v)`

/** SQL: vouchers up to the last posted voucher, each with its unpaid part and the student's whole balance. */
const unpaidPartsOf = (vouchers: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${sql.raw(unpaidPartsStart)}${vouchers}${sql.raw(unpaidPartsEnd)}`

/** SQL: a value of the unpaid parts `d` of the student of voucher `v`. */
const ofStudentsParts = (value: string): string => `(select ${value} from ${unpaidPartsStart}(
  select o.* from vouchers o where o.campus = v.campus and o.roll_no = v.roll_no and ${validVoucher('o')}) v${unpaidPartsEnd} d
  where d.unpaid > 0)`

/** SQL: the earliest due day of the debt of the student of voucher `v`; null if nothing is owed. */
export const dueSinceOfStudent = ofStudentsParts('min(d.due_date)')

const unpaidMonthJson = jsonObject(unpaidMonth, {
  year: 'd.year',
  month: 'd.month',
  dueDate: 'd.due_date',
  amount: 'd.charged',
  unpaid: 'd.unpaid',
})

/** SQL: the unpaid months of the student of voucher `v` as the text of a JSON array, oldest first. */
export const unpaidMonthsOfStudent = ofStudentsParts(
  `'[' || string_agg(${unpaidMonthJson}, ',' order by d.year, d.month, d.chain_no) || ']'`,
)

const partColumns = sql.raw(
  'roll_no, student_class, section, year, month, due_date, last_posted, is_last, owed, unpaid',
)

/** SQL: the valid vouchers `v` of a campus. */
const valid = (campus: string): RawBuilder<unknown> =>
  sql`vouchers v where v.campus = ${campus} and ${whereValid('v')}`

/**
 * SQL: the CTE `unpaid` of a campus, from the index `vouchers_unpaid`, which has every column used here. A debt is
 * `is_mixed` if it may be on several months; any other debt is on one posted voucher of the last month without arrears.
 */
const unpaidVouchers = (campus: string, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  unpaid as materialized (
    select v.roll_no, v.student_class, v.section, v.chain_no, v.year, v.month, v.due_date, v.kind, v.posted, v.arrears,
      v.amount, v.net_balance, ${which} as is_read,
      bool_or(not v.posted or v.net_balance > v.amount or v.year * 12 + v.month < (
        select v.year * 12 + v.month from ${valid(campus)} order by v.year desc, v.month desc limit 1))
        over (partition by v.roll_no) as is_mixed
    from ${valid(campus)} and not v.fee_paid)`

/**
 * SQL: the parts of mixed debts. A student's unpaid vouchers are the newest and hold the whole debt, unless a later
 * month was generated and paid before, or a receipt was reversed: then all vouchers of the student are read.
 */
const mixedParts = (campus: string, which: RawBuilder<unknown>): RawBuilder<unknown> => {
  // Reads student by student, because the planner would read all vouchers of the campus for a join.
  const allOfPartly = sql`partly r cross join lateral (
    select * from ${valid(campus)} and v.roll_no = r.roll_no and ${which} offset 0) v`
  return sql`(
    with parts as materialized (
      select * from ${unpaidPartsOf(sql`unpaid v where v.is_mixed and v.is_read`)} p where p.owed > 0),
    partly as materialized (
      select o.roll_no from (
        select p.roll_no, min(p.owed) as owed, sum(p.charged)::bigint as charged,
          min(p.year) filter (where p.is_oldest) as year, min(p.month) filter (where p.is_oldest) as month
        from parts p group by p.roll_no) o
      where o.owed > o.charged or exists (
        select from ${valid(campus)} and v.fee_paid and v.roll_no = o.roll_no and (v.year, v.month) > (o.year, o.month)
          and ${which}))
    select ${partColumns} from parts p where not exists (select from partly r where r.roll_no = p.roll_no)
    union all select ${partColumns} from ${unpaidPartsOf(allOfPartly)} p where p.owed > 0)`
}

/** SQL: the CTEs of a campus now up to `parts`, the parts of all debts. */
const partsNow = (campus: string): RawBuilder<unknown> => sql`
  ${unpaidVouchers(campus, wholeChain)}, mixed as materialized ${mixedParts(campus, wholeChain)},
  parts as (
    select u.roll_no, u.student_class, u.section, u.year, u.month, u.due_date, u.chain_no as last_posted,
      true as is_last, u.net_balance as owed, u.net_balance as unpaid
    from unpaid u where not u.is_mixed union all select ${partColumns} from mixed p)`

/** SQL: the parts of the debts of a campus: now for debtors, at the end of a day for students with a posted voucher. */
export const unpaidParts = (campus: string, asOf: CalendarDate | undefined): RawBuilder<unknown> =>
  asOf === undefined
    ? sql`(with ${partsNow(campus)} select * from parts)`
    : unpaidPartsOf(
        sql`${booksAsOf({ campus }, asOf).vouchers} v where v.campus = ${campus} and ${whereValid('v')}`,
      )

export interface DebtDay {
  /** The day on which parts are overdue if they were due before it. */
  readonly day: CalendarDate
  /** Reads only the parts of months up to this one; the balance is always the whole one. */
  readonly upTo?: Month | null
}

/** SQL: each student's last posted voucher with its balance, and the due day, months and split of the debt. */
const byStudent = (parts: RawBuilder<unknown>, { day, upTo }: DebtDay): RawBuilder<unknown> => {
  const isRead = upTo
    ? sql`p.unpaid > 0 and (p.year, p.month) <= (${upTo.year}, ${upTo.month})`
    : sql`p.unpaid > 0`
  return sql`
  select p.roll_no, min(p.student_class) filter (where p.is_last) as student_class,
    min(p.section) filter (where p.is_last) as section, min(p.year) filter (where p.is_last) as year,
    min(p.month) filter (where p.is_last) as month, min(p.last_posted) as last_posted, min(p.owed) as balance,
    min(p.due_date) filter (where ${isRead}) as due_since, (count(*) filter (where ${isRead}))::int as months,
    coalesce(sum(p.unpaid) filter (where ${isRead} and p.due_date < ${day}), 0)::bigint as overdue,
    coalesce(sum(p.unpaid) filter (where ${isRead} and p.due_date >= ${day}), 0)::bigint as not_due
  from ${parts} p group by p.roll_no`
}

/** SQL: the drafts after each student's last posted voucher, at the end of a day or now; their charges are not owed. */
export const drafts = (campus: string, asOf?: CalendarDate): RawBuilder<unknown> =>
  asOf === undefined
    ? sql`(select v.* from vouchers v where v.campus = ${campus} and not v.posted and ${whereValid('v')} and not exists (
        select from vouchers l where l.campus = v.campus and l.roll_no = v.roll_no and l.chain_no > v.chain_no
          and l.posted and ${whereValid('l')}))`
    : sql`(select v.* from (
        select v.*, max(v.chain_no) filter (where v.posted) over (partition by v.roll_no) as last_posted
        from ${booksAsOf({ campus }, asOf).vouchers} v where ${whereValid('v')}) v
      where v.chain_no > coalesce(v.last_posted, 0))`

interface ChargeDays {
  readonly fromDate?: CalendarDate | undefined
  readonly toDate?: CalendarDate | undefined
  readonly asOf?: CalendarDate | undefined
}

/** SQL: the first amounts and the re-pricings of drafts on some days. */
const draftCharges = (campus: string, { fromDate, toDate, asOf }: ChargeDays): RawBuilder<unknown> => sql`(
  select v.student_class, e.voucher_no, e.owed
  from ${drafts(campus, asOf)} v join (${sql.raw(chargeEntries)}) e on e.campus = ${campus} and e.voucher_no = v.voucher_no
  where e.day between coalesce(${fromDate ?? null}::date, '-infinity') and coalesce(${toDate ?? null}::date, 'infinity')
    and e.written_at < ${endOf(asOf)})`

/** SQL: the charges of drafts on some days by class, as `not_posted`. */
export const draftsByClass = (campus: string, days: ChargeDays): RawBuilder<unknown> => sql`(
  select c.student_class, sum(c.owed)::bigint as not_posted from ${draftCharges(campus, days)} c
  group by c.student_class)`

/** Counts and sums the drafts charged up to a day. */
export async function sumDrafts({ trx, campus }: Scope, toDate: CalendarDate): Promise<DraftSums> {
  const { rows } = await sql<DraftSums>`
    select count(distinct c.voucher_no)::int as count, coalesce(sum(c.owed), 0)::bigint as amount
    from ${draftCharges(campus, { toDate })} c`.execute(trx)
  return rows[0] ?? { count: 0, amount: nothing }
}

/** SQL: the CTEs `parts` and `debts` of a campus now: students who owe, with the columns of `byStudent`. */
export const debtsNow = (campus: string, day: CalendarDate): RawBuilder<unknown> => sql`
  ${partsNow(campus)},
  debts as (
    select u.roll_no, u.student_class, u.section, u.year, u.month, u.chain_no as last_posted, u.net_balance as balance,
      u.due_date as due_since, 1 as months, case when u.due_date < ${day} then u.net_balance else 0 end as overdue,
      case when u.due_date < ${day} then 0 else u.net_balance end as not_due
    from unpaid u where not u.is_mixed union all ${byStudent(sql`mixed`, { day })})`

/** SQL: the few students whose debt may be on several months; join them to vouchers as `h`. */
export const mixedDebtors = (campus: string, debtDay: DebtDay, which = wholeChain): RawBuilder<unknown> =>
  sql`(with ${unpaidVouchers(campus, which)} ${byStudent(mixedParts(campus, which), debtDay)})`

interface DebtValue {
  /** SQL: the value of the student's debt, `h`. */
  readonly ofStudent: string
  /** SQL: the value of a debt that is on the posted voucher `v` alone. */
  readonly ofVoucher: string
}

/**
 * SQL: a value of the posted debt that voucher `v` carries: the whole debt from the student's last posted voucher on. In
 * a month's list every voucher carries the parts up to its month.
 */
export const carriedDebt = ({ ofStudent, ofVoucher }: DebtValue, isOfMonth: boolean): string =>
  `case when v.fee_paid then null when h.roll_no is null then case when v.posted then ${ofVoucher} end
  when ${isOfMonth ? 'true' : 'v.chain_no >= h.last_posted'} then ${ofStudent} end`

/** SQL: students who owe. A part of a chain owes nothing if a voucher after it settles its last posted voucher. */
export const debtorsAmong = (
  vouchers: RawBuilder<unknown>,
  debtDay: DebtDay,
  which = wholeChain,
): RawBuilder<unknown> =>
  sql`(select p.* from (${byStudent(unpaidPartsOf(sql`${vouchers} v where ${which}`), debtDay)}) p
    join ${vouchers} l on l.roll_no = p.roll_no and l.chain_no = p.last_posted where not l.fee_paid)`

/** SQL: the balance, due day and months owed of each student with a posted voucher, at the end of a day or now. */
export const balances = (campus: string, today: CalendarDate, asOf?: CalendarDate): RawBuilder<unknown> =>
  asOf === undefined
    ? sql`(select l.roll_no, l.net_balance as balance, d.due_since, coalesce(d.months, 0) as months
        from last_posted_vouchers l left join (with ${debtsNow(campus, today)} select * from debts) d on d.roll_no = l.roll_no
        where l.campus = ${campus})`
    : sql`(${byStudent(unpaidParts(campus, asOf), { day: asOf })})`
