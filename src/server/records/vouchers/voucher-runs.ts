import { sql, type RawBuilder } from 'kysely'
import type { VoucherRunReply } from '#contract/voucher-void.ts'
import type { CalendarDate, Month } from '#domain/calendar.ts'
import { oneTimeHeads } from '#domain/fee-heads.ts'
import type { OneTimeFees } from '#domain/fee.ts'
import type { VoidCandidate } from '#domain/void.ts'
import type { VoucherDates } from '#domain/voucher.ts'
import { executeUnprepared } from '#server/database/fast/statements.ts'
import { takeNextNumber } from '#server/records/counters.ts'
import { eachColumn } from '#server/records/fee-columns.ts'
import type { Scope } from '#server/records/scope.ts'
import { everHadAdjustments, everHadReceipts, whereValid } from '#server/records/valid-vouchers.ts'
import { voucherColumns, type ChainedVoucher } from './voucher-values.ts'

/** A voucher with the facts that decide if it can be voided, and the student's pending one-time fees. */
export interface RunVoucher extends ChainedVoucher, VoidCandidate {
  readonly studentName: string
  readonly waiting: OneTimeFees
}

/** Inserts a run under the next number, before its vouchers. Returns the number. */
export async function insertRun(
  scope: Scope,
  { year, month }: Month,
  { issueDate, dueDate, periodFrom, periodTo }: VoucherDates,
  rollNo: number | null = null,
): Promise<number> {
  const { trx, campus, now, userId } = scope
  const runNo = await takeNextNumber(scope, 'run')
  await trx
    .insertInto('voucher_runs')
    .values({
      campus,
      run_no: runNo,
      year,
      month,
      roll_no: rollNo,
      issue_date: issueDate,
      due_date: dueDate,
      period_from: periodFrom,
      period_to: periodTo,
      generated_at: now,
      generated_by: userId,
    })
    .execute()
  return runNo
}

/** Selects runs `r`, with the state of their vouchers. */
async function selectRuns(
  { trx, campus }: Scope,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<VoucherRunReply[]> {
  const isValid = whereValid('v')
  const { rows } = await executeUnprepared(
    trx,
    sql<VoucherRunReply>`
    with runs as (select * from voucher_runs r where r.campus = ${campus} and ${condition} order by r.run_no desc limit ${limit}),
    sums as (
      select v.run_no, count(*) filter (where ${isValid})::int as vouchers,
        coalesce(sum(v.amount) filter (where ${isValid}), 0)::bigint as amount,
        count(*) filter (where ${isValid} and v.posted)::int as posted,
        count(*) filter (where ${isValid} and not v.fee_paid)::int as unpaid,
        count(*) filter (where ${isValid} and not v.fee_paid and v.posted)::int as unpaid_posted,
        count(*) filter (where v.replaced_by is not null)::int as replaced,
        count(*) filter (where v.voided)::int as voided
      from vouchers v where v.campus = ${campus} and v.run_no in (select run_no from runs)
        and v.issue_date between (select min(issue_date) from runs) and (select max(issue_date) from runs)
      group by v.run_no
    )
    select r.run_no as "runNo", r.year, r.month, r.roll_no as "rollNo", s.student_name as "studentName",
      r.issue_date as "issueDate", r.due_date as "dueDate", r.generated_at as "generatedAt",
      coalesce(t.name, r.generated_by) as "generatedByName", n.vouchers, n.amount, n.posted, n.unpaid,
      n.unpaid_posted as "unpaidPosted", n.replaced, n.voided, r.voided_at as "voidedAt",
      coalesce(u.name, r.voided_by) as "voidedByName", r.void_reason as "voidReason"
    from runs r join sums n using (run_no)
      left join students s on s.campus = r.campus and s.roll_no = r.roll_no
      left join staff t on t.campus = r.campus and t.user_id = r.generated_by
      left join staff u on u.campus = r.campus and u.user_id = r.voided_by
    order by r.run_no desc`,
  )
  return rows
}

/** Lists the newest runs, or the newest runs before a number. */
export const listRuns = (scope: Scope, limit: number, before?: number): Promise<VoucherRunReply[]> =>
  selectRuns(scope, before === undefined ? sql`true` : sql`r.run_no < ${before}`, limit)

export async function findRun(scope: Scope, runNo: number): Promise<VoucherRunReply | null> {
  const [run] = await selectRuns(scope, sql`r.run_no = ${runNo}`, 1)
  return run ?? null
}

const pendingFees = sql.raw(eachColumn(oneTimeHeads, (column, key) => `'${key}', f.${column}`))

/** Selects vouchers `v`, in class order. */
async function selectCandidates({ trx }: Scope, where: RawBuilder<unknown>): Promise<RunVoucher[]> {
  const { rows } = await executeUnprepared(
    trx,
    sql<RunVoucher>`
    select ${sql.raw(voucherColumns)}, v.kind, s.student_name as "studentName", json_build_object(${pendingFees}) as waiting,
      ${sql.raw(everHadReceipts)} as "hasReceipts", ${sql.raw(everHadAdjustments)} as "hasAdjustments",
      exists (select from vouchers l where l.campus = v.campus and l.roll_no = v.roll_no and l.chain_no > v.chain_no
        and ${whereValid('l')}) as "isFollowed"
    from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
      join fees f on f.campus = v.campus and f.roll_no = v.roll_no
    where ${where} order by v.student_class, v.section, v.roll_no, v.chain_no`,
  )
  return rows
}

/** SQL: vouchers `v` of a run; the day of issue, which is the run's, lets the query use an index. */
const isOfRun = ({ campus }: Scope, runNo: number) => sql`v.campus = ${campus} and v.run_no = ${runNo}
  and v.issue_date = (select r.issue_date from voucher_runs r where r.campus = ${campus} and r.run_no = ${runNo})`

/** Lists every voucher of a run, including replaced and voided vouchers. */
export const listVouchersOfRun = (scope: Scope, runNo: number): Promise<RunVoucher[]> =>
  selectCandidates(scope, isOfRun(scope, runNo))

export async function findVoidCandidate(scope: Scope, voucherNo: string): Promise<RunVoucher | null> {
  const [voucher] = await selectCandidates(
    scope,
    sql`v.campus = ${scope.campus} and v.voucher_no = ${voucherNo}`,
  )
  return voucher ?? null
}

/** Lists the valid vouchers of these students, oldest first. */
export async function listValidOfStudents(scope: Scope, rollNos: readonly number[]): Promise<RunVoucher[]> {
  const vouchers = await selectCandidates(
    scope,
    sql`v.campus = ${scope.campus} and v.roll_no = any(${rollNos}::int[]) and ${whereValid('v')}`,
  )
  return vouchers.toSorted((one, other) => one.chainNo - other.chainNo)
}

const restorePending = sql.raw(eachColumn(oneTimeHeads, (column) => `${column} = f.${column} + v.${column}`))
const hasOneTime = sql.raw(eachColumn(oneTimeHeads, (column) => `v.${column} > 0`, ' or '))

/**
 * Voids one voucher for each student in one statement. Reopens the vouchers carried to it: they are all unpaid, because
 * nothing was received on it. Makes its one-time fees pending again.
 */
export async function markVoided({ trx, campus }: Scope, voucherNos: readonly string[]): Promise<void> {
  await executeUnprepared(
    trx,
    sql`
    with voided as (
      update vouchers set voided = true
      where campus = ${campus} and voucher_no = any(${voucherNos}::text[]) and ${whereValid()} returning *
    ),
    opened as (
      update vouchers c set carried_to = null, fee_paid = c.net_balance <= 0 from voided v
      where c.campus = ${campus} and c.roll_no = v.roll_no and c.carried_to = v.voucher_no
    )
    update fees f set ${restorePending} from voided v
    where f.campus = ${campus} and f.roll_no = v.roll_no and (${hasOneTime})`,
  )
}

export async function markRunVoided(
  { trx, campus, now, userId }: Scope,
  runNo: number,
  reason: string,
): Promise<void> {
  await trx
    .updateTable('voucher_runs')
    .set({ voided_at: now, voided_by: userId, void_reason: reason })
    .where('campus', '=', campus)
    .where('run_no', '=', runNo)
    .execute()
}

/** Changes the due date of a run and its unpaid vouchers. Returns the voucher numbers by previous due date. */
export async function saveDueDate(
  scope: Scope,
  runNo: number,
  dueDate: CalendarDate,
): Promise<Readonly<Record<CalendarDate, readonly string[]>>> {
  const { trx, campus } = scope
  const { rows } = await executeUnprepared(
    trx,
    sql<{ dueDates: Record<CalendarDate, string[]> }>`
    with run as (
      update voucher_runs set due_date = ${dueDate} where campus = ${campus} and run_no = ${runNo}
    ),
    unpaid as (
      select v.voucher_no, v.due_date from vouchers v where ${isOfRun(scope, runNo)} and not v.fee_paid and ${whereValid('v')}
    ),
    dated as (
      update vouchers v set due_date = ${dueDate} from unpaid u
      where v.campus = ${campus} and v.voucher_no = u.voucher_no
    )
    select coalesce(json_object_agg(due_date, numbers), '{}') as "dueDates" from (
      select due_date, json_agg(voucher_no order by voucher_no) as numbers from unpaid group by due_date) d`,
  )
  return rows[0]?.dueDates ?? {}
}
