import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { campusPreview } from '#contract/voucher-run.ts'
import { firstOfMonth, type Month } from '#domain/calendar.ts'
import { oneTimeHeads, studentHeads } from '#domain/fee-heads.ts'
import { nothing, type Money } from '#domain/money.ts'
import type { SchoolClass } from '#domain/school.ts'
import type { VoucherDates } from '#domain/voucher.ts'
import { executeUnprepared } from '#server/database/fast/statements.ts'
import { eachColumn, sumOfColumns } from '#server/records/fee-columns.ts'
import type { Scope } from '#server/records/scope.ts'
import { whereValid } from '#server/records/valid-vouchers.ts'
import { monthlyVoucherNoSql } from './voucher-values.ts'

export interface CampusRun extends VoucherDates {
  readonly month: Month
  readonly note: string
}

/** The number and total amount of generated vouchers, and the number of active students who already had a voucher. */
export interface CampusRunResult {
  readonly generated: number
  readonly skipped: number
  readonly amount: Money
}

/** Amounts in paisa. */
export interface ClassRunSums {
  readonly studentClass: SchoolClass
  readonly students: number
  readonly thisMonth: Money
  readonly arrears: Money
  /** The student whose voucher serves as a sample. */
  readonly sampleRollNo: number
}

type SkippedStudent = z.output<typeof campusPreview.reply>['skipped'][number]

const fees = sql.raw(eachColumn(studentHeads))
const oneTimeFees = sql.raw(eachColumn(oneTimeHeads))
const feesOf = (alias: string) => sql.raw(eachColumn(studentHeads, (column) => `${alias}.${column}`))

/** SQL: active students without a voucher for the month, with their fees. A test keeps it equal to `openVoucher`. */
const dueStudents = (campus: string, { year, month }: Month) => sql`
  select s.roll_no, s.student_class, s.section, ${feesOf('f')}, coalesce(l.net_balance, 0) as arrears,
    l.voucher_no as latest_no, l.chain_no as latest_chain_no
  from students s
    cross join lateral fees_in_month(s.campus, s.roll_no, ${firstOfMonth({ year, month })}::date) f
    left join latest_vouchers l on l.campus = s.campus and l.roll_no = s.roll_no
  where s.campus = ${campus} and s.state = 'active' and not exists (
    select from vouchers m where m.campus = s.campus and m.roll_no = s.roll_no
      and m.year = ${year} and m.month = ${month} and ${whereValid('m')})`

const voucherNo = sql.raw(
  monthlyVoucherNoSql({
    studentClass: 'd.student_class',
    section: 'd.section',
    rollNo: 'd.roll_no',
    year: 'run.year',
    month: 'run.month',
    timesInMonth: 'd.times',
  }),
)

const chargedAmount = sql.raw(`(${sumOfColumns(studentHeads, (column) => `d.${column}`)})`)
const clearPending = sql.raw(eachColumn(oneTimeHeads, (column) => `${column} = 0`))
const hasPending = sql.raw(eachColumn(oneTimeHeads, (column) => `m.${column} > 0`, ' or '))

/** Inserts the month's vouchers, marks the carried balances and clears the charged pending fees, in one statement. */
export async function insertMonthlyVouchers(
  { trx, campus, userId, now }: Scope,
  { month, note, issueDate, dueDate, periodFrom, periodTo }: CampusRun,
  runNo: number,
): Promise<CampusRunResult> {
  const { rows } = await executeUnprepared(
    trx,
    sql<CampusRunResult>`
    with run as (select ${month.year}::int as year, ${month.month}::int as month),
    not_counted as (
      select m.roll_no, max(m.chain_no) as chain_no,
        count(*) filter (where m.year = run.year and m.month = run.month and m.kind = 'monthly') as times
      from vouchers m, run where m.campus = ${campus} and (m.replaced_by is not null or m.voided) group by m.roll_no
    ),
    due as (
      select d.*, coalesce(n.times, 0) + 1 as times,
        greatest(d.latest_chain_no, n.chain_no, 0) as last_chain_no
      from (${dueStudents(campus, month)}) d left join not_counted n using (roll_no)
    ),
    made as (
      insert into vouchers (campus, voucher_no, roll_no, chain_no, kind, student_class, section, year, month,
        issue_date, due_date, period_from, period_to, ${fees}, arrears, fee_paid, note,
        generated_at, generated_by, run_no)
      select ${campus}, ${voucherNo},
        d.roll_no, d.last_chain_no + 1, 'monthly', d.student_class, d.section, run.year, run.month,
        ${issueDate}, ${dueDate}, ${periodFrom}, ${periodTo}, ${feesOf('d')}, d.arrears, d.arrears + ${chargedAmount} <= 0, ${note}, ${now}, ${userId}, ${runNo}
      from due d, run
      returning voucher_no, roll_no, ${oneTimeFees}, amount
    ),
    carried as (
      update vouchers v set carried_to = m.voucher_no from made m join due d using (roll_no)
      where v.campus = ${campus} and v.voucher_no = d.latest_no and not v.fee_paid
    ),
    charged as (
      update fees f set ${clearPending} from made m
      where f.campus = ${campus} and f.roll_no = m.roll_no
        and (${hasPending})
    )
    select (select count(*) from made)::int as generated, (select coalesce(sum(amount), 0) from made)::bigint as amount,
      ((select count(*) from students where campus = ${campus} and state = 'active')
        - (select count(*) from made))::int as skipped`,
  )
  return rows[0] ?? { generated: 0, skipped: 0, amount: nothing }
}

/** Sums the vouchers that a run for the month would generate, by class in the order of the school. */
export async function sumCampusRunByClass({ trx, campus }: Scope, month: Month): Promise<ClassRunSums[]> {
  const { rows } = await executeUnprepared(
    trx,
    sql<ClassRunSums>`
    select d.student_class as "studentClass", count(*)::int as students, sum(${chargedAmount})::bigint as "thisMonth",
      sum(d.arrears)::bigint as arrears, min(d.roll_no) as "sampleRollNo"
    from (${dueStudents(campus, month)}) d group by d.student_class order by d.student_class`,
  )
  return rows
}

/** Lists active students who already have a voucher for the month, with the voucher. */
export async function listSkippedStudents(
  { trx, campus }: Scope,
  { year, month }: Month,
): Promise<SkippedStudent[]> {
  const { rows } = await executeUnprepared(
    trx,
    sql<SkippedStudent>`
    select s.roll_no as "rollNo", s.student_name as "studentName", s.father_name as "fatherName",
      s.student_class as "studentClass", s.section, v.voucher_no as "voucherNo", v.kind
    from students s join vouchers v on v.campus = s.campus and v.roll_no = s.roll_no
      and v.year = ${year} and v.month = ${month} and ${whereValid('v')}
    where s.campus = ${campus} and s.state = 'active'
    order by s.student_class, s.section, s.roll_no`,
  )
  return rows
}
