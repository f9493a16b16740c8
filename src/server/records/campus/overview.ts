import { sql } from 'kysely'
import type { LastReceipt } from '#contract/overview.ts'
import { addMonths, firstOfMonth, lastOfMonth, type CalendarDate, type Month } from '#domain/calendar.ts'
import { nothing, type Money } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { statement } from '#server/database/fast/statements.ts'
import { isOnDay } from '#server/records/school-day.ts'
import type { Scope } from '#server/records/scope.ts'
import { isIncomplete } from '#server/records/students/students.ts'
import { validVoucher, whereValid } from '#server/records/valid-vouchers.ts'
import { debtorsNow, drafts } from '#server/records/vouchers/debtors.ts'

// The overview uses few statements that return few rows.

/** The receipts of one person on one day, less reversals; paisa. */
export interface DayReceipts {
  readonly day: CalendarDate
  readonly receivedBy: string
  readonly name: string
  readonly total: Money
  /** The number of receipts without reversals; 0 before `countFrom`. */
  readonly count: number
}

// Over a year, counting by kind takes a sixth of the time; the overview needs the count of two days only.
const receiptsByDay = statement<DayReceipts>(`
  select r.received_on as day, r.received_by as "receivedBy", coalesce(u.name, r.received_by) as name, r.total,
    coalesce(c.count, 0) as count
  from (
    select received_on, received_by, sum(amount)::bigint as total
    from receipts where campus = $1 and received_on between $2 and $3
    group by received_on, received_by) r
  left join (
    select received_on, received_by, count(*) filter (where kind = 'receipt')::int as count
    from receipts where campus = $1 and received_on between $4 and $3
    group by received_on, received_by) c using (received_on, received_by)
  left join staff u on u.campus = $1 and u.user_id = r.received_by
  order by 1, 2`)

interface ReceiptDays {
  readonly from: CalendarDate
  readonly to: CalendarDate
  /** The first day whose receipts are counted. */
  readonly countFrom: CalendarDate
}

export const listReceiptsByDay = (
  { trx, campus }: Scope,
  { from, to, countFrom }: ReceiptDays,
): Promise<readonly DayReceipts[]> => receiptsByDay(trx, [campus, from, to, countFrom])

const reversalsEntered = statement<{ readonly count: number }>(`
  select count(*)::int as count from receipts
  where campus = $1 and kind = 'reversal' and ${isOnDay('entered_at', '$2::date')}`)

/** Counts the reversals entered on a day, whatever their date. */
export async function countReversalsEntered({ trx, campus }: Scope, day: CalendarDate): Promise<number> {
  const [row] = await reversalsEntered(trx, [campus, day])
  return row?.count ?? 0
}

const lastReceipts = statement<LastReceipt>(`
  select r.receipt_no as "receiptNo", r.voucher_no as "voucherNo", r.roll_no as "rollNo",
    s.student_name as "studentName", v.student_class as "studentClass", v.section, r.amount,
    r.received_on as "receivedDate", r.entered_at as "enteredAt"
  from (
    select * from receipts last where campus = $1 and kind = 'receipt' and not exists (
      select from receipts where campus = last.campus and reverses = last.receipt_no)
    order by receipt_no desc limit $2) r
  join vouchers v on v.campus = r.campus and v.voucher_no = r.voucher_no
  join students s on s.campus = r.campus and s.roll_no = r.roll_no
  order by r.receipt_no desc`)

/** Lists the last receipts that were not reversed, newest first. */
export const listLastReceipts = ({ trx, campus }: Scope, limit: number): Promise<readonly LastReceipt[]> =>
  lastReceipts(trx, [campus, limit])

/** The vouchers of a month and a class; paisa. */
export interface ClassVouchers {
  readonly studentClass: SchoolClass
  readonly vouchers: number
  /** Includes arrears. */
  readonly charged: Money
  /** Excludes arrears. */
  readonly fees: Money
  readonly received: Money
  readonly paid: number
  readonly part: number
  readonly unpaid: number
  readonly toPost: number
}

export async function listVouchersByClass(
  { trx, campus }: Scope,
  { year, month }: Month,
): Promise<readonly ClassVouchers[]> {
  const { rows } = await sql<ClassVouchers>`
    select v.student_class as "studentClass", count(*)::int as vouchers, sum(v.amount + v.arrears)::bigint as charged,
      sum(v.amount)::bigint as fees, sum(v.received)::bigint as received,
      count(*) filter (where v.fee_paid)::int as paid,
      count(*) filter (where not v.fee_paid and v.received > 0)::int as part,
      count(*) filter (where not v.fee_paid and v.received = 0)::int as unpaid,
      count(*) filter (where not v.posted)::int as "toPost"
    from vouchers v where v.campus = ${campus} and v.year = ${year} and v.month = ${month} and ${whereValid('v')}
    group by v.student_class`.execute(trx)
  return rows
}

/** The charges of the vouchers of a month, without arrears; paisa. */
export interface MonthCharges extends Month {
  readonly charged: Money
}

// Faster than comparing each voucher with the ends of a period and with the month before.
const chargesByMonth = statement<MonthCharges>(`
  select m.year, m.month, v.charged
  from unnest($2::int[], $3::int[]) m (year, month) cross join lateral (
    select sum(amount)::bigint as charged from vouchers
    where campus = $1 and year = m.year and month = m.month and ${validVoucher()}) v
  where v.charged is not null`)

/** Lists the charges of some months; months without vouchers are left out. */
export const listChargesByMonth = (
  { trx, campus }: Scope,
  months: readonly Month[],
): Promise<readonly MonthCharges[]> =>
  chargesByMonth(trx, [campus, months.map(({ year }) => year), months.map(({ month }) => month)])

/** Amounts in paisa. */
export interface LargestDebt {
  readonly rollNo: number
  readonly studentName: string
  readonly studentClass: SchoolClass
  readonly section: Section
  /** The number of vouchers that are not paid in full; money pays the oldest first. */
  readonly months: number
  readonly amount: Money
}

/** The debt of the students of a class who owe 1 month, 2 months, or 3 and more; paisa. */
export interface DebtSums {
  readonly studentClass: SchoolClass
  readonly months: number
  readonly students: number
  /** Students whose last posted voucher is of the month and whose debt was due before today. */
  readonly overdue: number
  readonly amount: Money
}

/** Amounts in paisa. */
export interface Debts {
  readonly sums: readonly DebtSums[]
  readonly largest: readonly LargestDebt[]
  /** Advances on last posted vouchers, as a positive amount. */
  readonly advance: Money
  /** Charges after the last posted vouchers; not owed yet. */
  readonly notPosted: Money
}

/** Sums each debt once, by class and months owed, and finds the largest debts. */
export async function findDebts(
  { trx, campus, today }: Scope,
  { year, month }: Month,
  limit: number,
): Promise<Debts> {
  const { rows } = await sql<Debts>`
    with debts as materialized ${debtorsNow(campus)}
    select coalesce((select json_agg(s) from (
        select student_class as "studentClass", least(months, 3) as months, count(*)::int as students,
          count(*) filter (where year = ${year} and month = ${month} and due_since < ${today})::int as overdue,
          sum(balance)::bigint as amount
        from debts group by student_class, least(months, 3)) s), '[]') as sums,
      coalesce((select json_agg(l) from (
        select d.roll_no as "rollNo", s.student_name as "studentName", d.student_class as "studentClass", d.section,
          d.months, d.balance as amount
        from (select * from debts order by balance desc, roll_no limit ${limit}) d
          join students s on s.campus = ${campus} and s.roll_no = d.roll_no
        order by d.balance desc, d.roll_no) l), '[]') as largest,
      (select coalesce(-sum(v.net_balance), 0)::bigint from vouchers v
        where v.campus = ${campus} and v.net_balance < 0 and v.posted and ${whereValid('v')} and not exists (
          select from vouchers later
          where later.campus = v.campus and later.roll_no = v.roll_no and later.chain_no > v.chain_no
            and later.posted and ${whereValid('later')})) as advance,
      (select coalesce(sum(v.amount), 0)::bigint from ${drafts(campus)} v) as "notPosted"`.execute(trx)
  return rows[0] ?? { sums: [], largest: [], advance: nothing, notPosted: nothing }
}

export interface Movements extends Month {
  readonly admitted: number
  readonly left: number
}

/** The counts of a campus, with the movements of twelve months. */
export interface CampusCounts {
  /** Students who have not left. */
  readonly active: number
  /** Active students whose record lacks a field that an edit requires. */
  readonly incomplete: number
  /** True if the next month has a monthly voucher. */
  readonly hasNext: boolean
  readonly hasPosted: boolean
  /** Months without admissions and departures are omitted. */
  readonly movements: readonly Movements[]
}

// The index `students_by_day` has both days, so that the rows of students are not read.
const counts = statement<CampusCounts>(`
  select (select count(*)::int from students where campus = $1 and left_on is null) as active,
    (select count(*)::int from students where campus = $1 and state = 'active' and ${isIncomplete}) as incomplete,
    exists (select from vouchers
      where campus = $1 and year = $4 and month = $5 and kind = 'monthly' and ${validVoucher()}) as "hasNext",
    exists (select from vouchers
      where campus = $1 and kind = 'monthly' and posted and ${validVoucher()}) as "hasPosted",
    coalesce((select json_agg(m) from (
      select extract(year from day)::int as year, extract(month from day)::int as month,
        count(*) filter (where came)::int as admitted, count(*) filter (where not came)::int as left
      from (
        select admission_date as day, true as came from students
          where campus = $1 and admission_date between $2 and $3
        union all
        select left_on, false from students where campus = $1 and left_on between $2 and $3) moved
      group by 1, 2) m), '[]') as movements`)

/** Counts the movements of the twelve months up to `month`, and looks for vouchers of the next month. */
export async function findCampusCounts({ trx, campus }: Scope, month: Month): Promise<CampusCounts> {
  const [from, to, next] = [firstOfMonth(addMonths(month, -11)), lastOfMonth(month), addMonths(month, 1)]
  const [row] = await counts(trx, [campus, from, to, next.year, next.month])
  return row ?? { active: 0, incomplete: 0, hasNext: false, hasPosted: false, movements: [] }
}
