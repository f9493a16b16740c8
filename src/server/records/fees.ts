import { sql } from 'kysely'
import { firstOfMonth, type CalendarDate, type Month } from '#domain/calendar.ts'
import { byColumn, monthlyHeads, oneTimeHeads, studentHeads } from '#domain/fee-heads.ts'
import { feePlanOf, planHeads, type ClassFees, type FeePlan } from '#domain/fee-plan.ts'
import { monthlyFeeOf, type DatedFee, type Fees, type MonthlyFee, type OneTimeFees } from '#domain/fee.ts'
import type { Money } from '#domain/money.ts'
import type { SchoolClass } from '#domain/school.ts'
import { insertRows } from './bulk-rows.ts'
import { eachColumn, feesAs } from './fee-columns.ts'
import type { Scope } from './scope.ts'

/** A fee change from the history. */
export interface FeeChange {
  /** Null if the clerk entered no date. */
  readonly feeChangeDate: CalendarDate | null
  readonly changedAt: Date
  readonly changedBy: string
  readonly changedByName: string
  readonly from: MonthlyFee
  readonly to: MonthlyFee
}

const monthlyFee = sql.raw(feesAs(monthlyHeads, 'f'))
const monthlyRow = (fee: MonthlyFee) => byColumn(monthlyHeads, ({ key }) => fee[key])
const oneTimeRow = (fees: OneTimeFees) => byColumn(oneTimeHeads, ({ key }) => fees[key])

export const feesRow = (fees: Fees) => ({ ...monthlyRow(fees), ...oneTimeRow(fees) })

/** SQL: the columns of a student's fees `f`, aliased to the names of the domain. */
export const feeColumns = feesAs(studentHeads, 'f')

/** Finds the monthly fee in force in a month and the pending one-time fees (decisions 6.fee-change). */
export async function findFees({ trx, campus }: Scope, rollNo: number, month: Month): Promise<Fees | null> {
  const { rows } = await sql<Fees>`
    select ${sql.raw(feeColumns)} from fees_in_month(${campus}, ${rollNo}, ${firstOfMonth(month)}::date) f`.execute(
    trx,
  )
  return rows[0] ?? null
}

/** The most frequent fees of a class; paisa. */
export interface UsualFees extends OneTimeFees {
  readonly monthlyFee: Money
  /** The number of active students who pay this monthly fee, and of all active students. */
  readonly payingIt: number
  readonly students: number
}

/** The number of last admissions from which the usual one-time fees are read. */
const admissionsRead = 20

const oneTimeColumns = sql.raw(eachColumn(oneTimeHeads))
const oneTimeFeesOf = sql.raw(
  eachColumn(oneTimeHeads, (column, key) => `coalesce(o.${column}, 0) as "${key}"`),
)

/** Finds the most frequent monthly fee of a class and one-time fees of its last admissions; null without students. */
export async function findUsualFees(
  { trx, campus }: Scope,
  studentClass: SchoolClass,
  month: Month,
): Promise<UsualFees | null> {
  const { rows } = await sql<UsualFees>`
    with monthly as (
      select f.monthly_fee, count(*)::int as paying, (sum(count(*)) over ())::int as students
      from students s cross join lateral fees_in_month(s.campus, s.roll_no, ${firstOfMonth(month)}::date) f
      where s.campus = ${campus} and s.student_class = ${studentClass} and s.state = 'active'
      group by f.monthly_fee order by paying desc, f.monthly_fee desc limit 1),
    admissions as (
      select s.roll_no, ${sql.raw(eachColumn(oneTimeHeads, (column) => `v.${column}`))}
      from students s join vouchers v on v.campus = s.campus and v.roll_no = s.roll_no and v.kind = 'admission'
      where s.campus = ${campus} and s.student_class = ${studentClass} and v.student_class = s.student_class
      order by s.roll_no desc limit ${admissionsRead}),
    one_time as (
      select ${oneTimeColumns} from admissions group by ${oneTimeColumns} order by count(*) desc, max(roll_no) desc limit 1)
    select m.monthly_fee as "monthlyFee", m.paying as "payingIt", m.students, ${oneTimeFeesOf}
    from monthly m left join one_time o on true`.execute(trx)
  return rows[0] ?? null
}

/** Lists the fee since admission, then the dated fees by month. */
export async function listFeeSchedule({ trx, campus }: Scope, rollNo: number): Promise<DatedFee[]> {
  const { rows } = await sql<DatedFee>`
    select null::date as from, ${monthlyFee} from fees f
    where campus = ${campus} and roll_no = ${rollNo}
    union all
    select from_month, ${monthlyFee} from fee_changes f
    where campus = ${campus} and roll_no = ${rollNo} and not superseded
    order by 1 nulls first`.execute(trx)
  return rows
}

const feeIn = (side: 'before' | 'after') =>
  sql.raw(eachColumn(monthlyHeads, (_, key) => `${side} -> '${key}'`))

/** Lists the changes of monthly fee or discount in the history, newest first; amounts in paisa. */
export async function listFeeChanges({ trx, campus }: Scope, rollNo: number): Promise<FeeChange[]> {
  const { rows } = await sql<{
    feeChangeDate: CalendarDate | null
    changedAt: Date
    changedBy: string
    changedByName: string
    before: MonthlyFee
    after: MonthlyFee
  }>`
    select after ->> 'feeChangeDate' as "feeChangeDate", changed_at as "changedAt", changed_by as "changedBy",
      coalesce(t.name, changed_by) as "changedByName", before, after
    from changes c left join staff t on t.campus = c.campus and t.user_id = c.changed_by
    where c.campus = ${campus} and roll_no = ${rollNo} and what in ('fee changed', 'fees changed')
      and (${feeIn('before')}) <> (${feeIn('after')})
    order by change_no desc`.execute(trx)
  return rows.map(({ before, after, ...change }) => ({
    ...change,
    // A history entry may have other fees as well.
    from: monthlyFeeOf(before),
    to: monthlyFeeOf(after),
  }))
}

/** Inserts a student's fees; amounts in paisa. */
export async function insertFees({ trx, campus }: Scope, rollNo: number, fees: Fees): Promise<void> {
  await trx
    .insertInto('fees')
    .values({ campus, roll_no: rollNo, ...feesRow(fees) })
    .execute()
}

export async function saveOneTimeFees(
  { trx, campus }: Scope,
  rollNo: number,
  fees: OneTimeFees,
): Promise<void> {
  await trx
    .updateTable('fees')
    .set(oneTimeRow(fees))
    .where('campus', '=', campus)
    .where('roll_no', '=', rollNo)
    .execute()
}

/** A monthly fee to set, with the number of its history entry. */
interface FeeToSet {
  readonly rollNo: number
  readonly fee: MonthlyFee
  readonly changeNo: number
}

/** SQL: true if `later` replaces `entry`, which is for the same month or for a later month that began by `day`. */
export const replaces = (later: string, entry: string, day: string): string =>
  `(${later}.from_month = ${entry}.from_month
    or ${later}.from_month < ${entry}.from_month and ${entry}.from_month <= ${day})`

/** SQL: true if `entry` was planned with its own date, even if an edit of its month's voucher changed it since. */
const isPlanned = (entry: string): string => `exists (
  select from fee_changes p join changes ph on ph.campus = p.campus and ph.change_no = p.change_no
  where p.campus = ${entry}.campus and p.roll_no = ${entry}.roll_no and p.from_month = ${entry}.from_month
    and p.change_no <= ${entry}.change_no and ph.what = 'fee changed')`

/** SQL: true if `later`, entered on `day`, replaces `entry` or precedes an `entry` that only a voucher edit set. */
export const supersedes = (later: string, entry: string, day: string): string =>
  `(${replaces(later, entry, day)} or ${later}.from_month < ${entry}.from_month and not ${isPlanned(entry)})`

/** Sets fees from a month until the next change planned with its own date (decisions 6.fee-change.ahead). */
export async function setMonthlyFeesFrom(
  { trx, campus, today }: Scope,
  month: Month,
  fees: readonly FeeToSet[],
): Promise<void> {
  if (fees.length === 0) return
  const fromMonth = firstOfMonth(month)
  const rollNos = fees.map(({ rollNo }) => rollNo)
  await sql`
    update fee_changes f set superseded = true
    from (values (${fromMonth}::date, ${today}::date)) n (from_month, entered_on)
    where f.campus = ${campus} and f.roll_no = any(${rollNos}::int[]) and not f.superseded
      and ${sql.raw(supersedes('n', 'f', 'n.entered_on'))}`.execute(trx)
  const rows = fees.map(({ rollNo, fee, changeNo }) => ({
    campus,
    change_no: changeNo,
    roll_no: rollNo,
    from_month: fromMonth,
    ...monthlyRow(fee),
  }))
  await insertRows(trx, 'fee_changes', rows)
}

type PlanRow = ClassFees & { readonly studentClass: SchoolClass }

/** Finds the fee plan; amounts in paisa. */
export async function findFeePlan({ trx, campus }: Scope): Promise<FeePlan> {
  const { rows } = await sql<PlanRow>`
    select student_class as "studentClass", ${sql.raw(feesAs(planHeads, 'p'))} from fee_plans p
    where campus = ${campus}`.execute(trx)
  return feePlanOf(rows)
}

const columnsFrom = (row: string) => eachColumn(planHeads, (column) => `${row}.${column}`)

/** Saves the fees of these classes; a class without amounts keeps its row. */
export async function saveFeePlan(
  { trx, campus, userId, now }: Scope,
  plan: FeePlan,
  classes: readonly SchoolClass[],
): Promise<void> {
  const rows = classes.map((studentClass) => ({
    campus,
    student_class: studentClass,
    ...byColumn(planHeads, ({ key }) => plan[studentClass][key]),
    changed_at: now,
    changed_by: userId,
  }))
  const columns = sql.raw(`${eachColumn(planHeads)}, changed_at, changed_by`)
  const values = sql.raw(`${columnsFrom('excluded')}, excluded.changed_at, excluded.changed_by`)
  await sql`
    insert into fee_plans (campus, student_class, ${columns})
    select campus, student_class, ${columns} from json_populate_recordset(null::fee_plans, ${JSON.stringify(rows)}::json)
    on conflict (campus, student_class) do update set (${columns}) = row(${values})`.execute(trx)
}
