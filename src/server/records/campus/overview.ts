import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { campusOverview, LastReceipt, setUpState } from '#contract/overview.ts'
import { ages, type Age } from '#domain/ageing.ts'
import { addMonths, firstOfMonth, lastOfMonth, type CalendarDate, type Month } from '#domain/calendar.ts'
import type { Collected } from '#domain/collected.ts'
import { planHeads } from '#domain/fee-plan.ts'
import type { Money } from '#domain/money.ts'
import type { SchoolClass } from '#domain/school.ts'
import { statement } from '#server/database/fast/statements.ts'
import { eachColumn } from '#server/records/fee-columns.ts'
import { countsOnItsDay } from '#server/records/receipts/receipts.ts'
import { isOnDay } from '#server/records/school-day.ts'
import type { Scope } from '#server/records/scope.ts'
import { isIncomplete } from '#server/records/students/students.ts'
import { validVoucher, whereValid } from '#server/records/valid-vouchers.ts'
import { collectedOf, waived } from '#server/records/vouchers/collected.ts'
import { debtsNow, drafts } from '#server/records/vouchers/debtors.ts'

// The overview uses few statements that return few rows.

/** The receipts of one person on one day, less reversals; paisa. */
export interface DayReceipts {
  readonly day: CalendarDate
  readonly receivedBy: string
  readonly name: string
  readonly total: Money
  /** A receipt and its correction on the same day count once; 0 before `countFrom`. */
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
    select received_on, received_by, count(*) filter (where ${countsOnItsDay})::int as count
    from receipts r where campus = $1 and received_on between $4 and $3
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

const correctionsEntered = statement<{ readonly count: number }>(`
  select count(distinct (voucher_no, entered_at))::int as count from receipts
  where campus = $1 and kind = 'reversal' and ${isOnDay('entered_at', '$2::date')}`)

/** Counts the corrections entered on a day, whatever their date; one correction may reverse several receipts. */
export async function countCorrectionsEntered({ trx, campus }: Scope, day: CalendarDate): Promise<number> {
  const [row] = await correctionsEntered(trx, [campus, day])
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

/** The amount billed for a month, after waivers; paisa. */
interface MonthBilled extends Month {
  readonly billed: Money
}

// Sums each month from an index, which is faster than comparing each voucher with the ends of a period; drafts and
// waivers are few.
/** Lists the amounts billed for some months; months without vouchers are left out. */
export async function listBilledByMonth(
  { trx, campus }: Scope,
  months: readonly Month[],
): Promise<readonly MonthBilled[]> {
  const { rows } = await sql<MonthBilled>`
    select m.year, m.month, v.charged - coalesce(l.less, 0) as billed
    from unnest(${months.map(({ year }) => year)}::int[], ${months.map(({ month }) => month)}::int[]) m (year, month)
      cross join lateral (select sum(amount)::bigint as charged from vouchers
        where campus = ${campus} and year = m.year and month = m.month and ${whereValid()}) v
      left join (select year, month, sum(less)::bigint as less from (
          select d.year, d.month, d.amount as less from ${drafts(campus)} d
          union all select w.year, w.month, least(w.waived, v.amount) from ${waived(campus)} w
            join vouchers v on v.campus = ${campus} and v.roll_no = w.roll_no and v.year = w.year and v.month = w.month
              and ${whereValid('v')} and not exists (select from ${drafts(campus)} d where d.voucher_no = v.voucher_no)) u
        group by year, month) l on l.year = m.year and l.month = m.month
    where v.charged is not null`.execute(trx)
  return rows
}

/** Collected for a month in a class, in paisa. */
export interface ClassCollected extends Collected {
  readonly studentClass: SchoolClass
  /** Received for arrears and in advance. */
  readonly arrears: Money
  readonly advance: Money
}

/** Amounts in paisa. */
export interface Debts {
  /** The numbers of vouchers of the month. */
  readonly ofMonth: { readonly vouchers: number; readonly toPost: number; readonly unpaid: number }
  readonly collected: readonly ClassCollected[]
  /** By class of the last posted voucher. */
  readonly overdue: readonly {
    readonly studentClass: SchoolClass
    readonly students: number
    readonly amount: Money
    readonly since: CalendarDate
  }[]
  readonly ages: readonly { readonly age: Age; readonly amount: Money }[]
  readonly notDue: readonly (Month & { readonly dueDate: CalendarDate; readonly amount: Money })[]
  /** The students who owe three months or more. */
  readonly long: { readonly students: number; readonly amount: Money }
  readonly largest: z.output<typeof campusOverview.reply>['dues']['top']
  /** Advances on last posted vouchers, as a positive amount. */
  readonly advance: Money
  /** Charges after the last posted vouchers; not owed yet. */
  readonly notPosted: Money
}

/** SQL: the rule of domain/ageing.ts for the days since a due date. */
const ageOfDays = `case ${ages
  .map(({ key, upTo }) => (upTo === null ? `else '${key}'` : `when days <= ${upTo} then '${key}'`))
  .join(' ')} end`

/** Sums what was collected for a month, and each debt once. */
export async function findDebts({ trx, campus, today }: Scope, month: Month, limit: number): Promise<Debts> {
  const { rows } = await sql<Debts>`
    with ${debtsNow(campus, today)}
    select (select json_build_object('vouchers', count(*), 'toPost', count(*) filter (where not posted),
          'unpaid', count(*) filter (where not fee_paid))
        from vouchers where campus = ${campus} and year = ${month.year} and month = ${month.month}
          and ${whereValid()}) as "ofMonth",
      coalesce((select json_agg(c) from (
        select student_class as "studentClass", sum(billed)::bigint as billed, sum(received)::bigint as received,
          sum(arrears)::bigint as arrears, sum(advance)::bigint as advance
        from ${collectedOf(campus, month, { parts: sql`parts` })} v group by student_class) c), '[]') as collected,
      coalesce((select json_agg(o) from (
        select student_class as "studentClass", count(*)::int as students, sum(overdue)::bigint as amount,
          min(due_since) as since
        from debts where overdue > 0 group by student_class) o), '[]') as overdue,
      coalesce((select json_agg(a) from (
        select ${sql.raw(ageOfDays)} as age, sum(unpaid)::bigint as amount
        from (select unpaid, ${today}::date - due_date as days from parts where unpaid > 0 and due_date < ${today}) p
        group by 1) a), '[]') as ages,
      coalesce((select json_agg(n) from (
        select year, month, min(due_date) as "dueDate", sum(unpaid)::bigint as amount from parts
        where unpaid > 0 and due_date >= ${today} group by year, month order by year, month) n), '[]') as "notDue",
      (select json_build_object('students', count(*), 'amount', coalesce(sum(balance), 0)::bigint)
        from debts where months >= 3) as long,
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
  const [found] = rows
  if (!found) throw new Error('The sums are always one row')
  return found
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

type SetUpState = Omit<z.output<typeof setUpState.reply>, 'msg'>

const isInPlan = sql.raw(`num_nonnulls(${eachColumn(planHeads)}) > 0`)

/** Finds the set-up state; called only for campuses without posted vouchers. */
export async function findSetUpState({ trx, campus }: Scope): Promise<SetUpState> {
  const { rows } = await sql<SetUpState>`
    select (select count(*)::int from fee_plans where campus = ${campus} and ${isInPlan}) as "classesInPlan",
      (select count(*)::int from students where campus = ${campus}) as students,
      exists (select from vouchers where campus = ${campus} and kind = 'monthly' and ${whereValid()}) as "hasVouchers",
      (select count(*)::int from staff where campus = ${campus} and not disabled) as users`.execute(trx)
  return rows[0] ?? { classesInPlan: 0, students: 0, hasVouchers: false, users: 0 }
}
