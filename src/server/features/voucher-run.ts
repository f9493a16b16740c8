import type * as contract from '#contract/voucher-run.ts'
import { formatMonth, monthOf, type Month } from '#domain/calendar.ts'
import { requireOpenDay } from '#domain/closed-days.ts'
import { byHead, feeHeads } from '#domain/fee-heads.ts'
import { noOneTimeFees, type Fees } from '#domain/fee.ts'
import { nothing, sum } from '#domain/money.ts'
import { accept, orThrow, refuse, type Outcome } from '#domain/outcome.ts'
import { requireExpectedBalance } from '#domain/payment.ts'
import { requirePostable } from '#domain/posting.ts'
import { owedBy } from '#domain/removal.ts'
import { requireActive } from '#domain/student.ts'
import { netBalance, netReceivable, thisMonth } from '#domain/voucher-amounts.ts'
import { monthlyVoucherNo, type Holder } from '#domain/voucher-number.ts'
import {
  openVoucher,
  replaceVoucher,
  voucherDates,
  willBeCarried,
  type NewVoucher,
  type Voucher,
  type VoucherDates,
} from '#domain/voucher.ts'
import type { CallContext } from '#server/http/call.ts'
import { findFees, saveOneTimeFees } from '#server/records/fees.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { findStudent, lockStudent } from '#server/records/students/students.ts'
import {
  insertMonthlyVouchers,
  listSkippedStudents,
  sumCampusRunByClass,
} from '#server/records/vouchers/campus-run.ts'
import {
  markCarried,
  markReplaced,
  moveCarried,
  settleCarried,
} from '#server/records/vouchers/voucher-chain.ts'
import { insertRun } from '#server/records/vouchers/voucher-runs.ts'
import { findVoucher } from '#server/records/vouchers/vouchers-as-json.ts'
import {
  countMonthlyVouchers,
  findLastChainNo,
  findLatestVoucher,
  findVoucherOfMonth,
  insertVoucher,
  lockLatestVoucher,
} from '#server/records/vouchers/vouchers.ts'

/** A voucher that a run writes and a preview shows. */
interface PlannedVoucher {
  readonly voucherNo: string
  readonly month: Month
  readonly replaces: Voucher | null
  /** The number of the unpaid latest voucher, which the new one would carry; null if there is none. */
  readonly carries: string | null
  readonly opened: Outcome<NewVoucher>
}

/** Plans an active student's next voucher, for a month (decisions 3.corrections.replacements, decision record 8). */
async function planVoucher(
  scope: Scope,
  student: Holder,
  latest: Voucher | null,
  month: Month,
): Promise<PlannedVoucher> {
  const { rollNo } = student
  const fees: Fees = (await findFees(scope, rollNo, month)) ?? orThrow(refuse('student-unknown'))
  const replaces = await findVoucherOfMonth(scope, rollNo, month)
  const count = await countMonthlyVouchers(scope, rollNo, month)
  return {
    voucherNo: monthlyVoucherNo(student, month, count + 1),
    month,
    replaces,
    carries: latest && !replaces && willBeCarried(latest) ? latest.voucherNo : null,
    opened:
      latest && replaces
        ? replaceVoucher(replaces, latest.voucherNo, fees)
        : accept(openVoucher(fees, latest)),
  }
}

/**
 * Generates a voucher for the month of `fromDate`; with `forceGenerate`, it replaces the month's voucher (decisions
 * 3.corrections.replacements, decision record 8). The replacement of a posted voucher is posted too, because the family
 * has the paper and may have paid.
 */
export async function generateForStudent({
  params,
  body,
  scope,
}: CallContext<typeof contract.generateForStudent>) {
  const { rollNo } = params
  const { today } = scope
  const dates = voucherDates({ ...body, periodFrom: body.fromDate, periodTo: body.toDate }, today)
  const month = orThrow(requirePostable(monthOf(dates.periodFrom), today, 'fromDate'))
  orThrow(requireOpenDay(dates.issueDate, scope.dateRules))
  await lockStudent(scope, rollNo)
  const student = orThrow(requireActive(await findStudent(scope, rollNo)))
  const latest = await lockLatestVoucher(scope, rollNo)
  orThrow(requireExpectedBalance(owedBy(latest), body.expectedBalance))

  const plan = await planVoucher(scope, student, latest, month)
  const { voucherNo, replaces } = plan
  if (replaces && !body.forceGenerate) {
    return orThrow(refuse('voucher-exists', { voucherNo: replaces.voucherNo }))
  }
  const chainNo = (await findLastChainNo(scope, rollNo)) + 1
  const runNo = await insertRun(scope, month, dates, rollNo)
  await write(scope, student, plan, { ...dates, chainNo, runNo, note: body.note })
  await saveOneTimeFees(scope, rollNo, noOneTimeFees)
  return {
    msg: 'Voucher generated successfully' as const,
    voucher: await findVoucher(scope, voucherNo),
  }
}

interface Details extends VoucherDates {
  readonly chainNo: number
  readonly runNo: number
  readonly note: string
}

async function write(scope: Scope, student: Holder, plan: PlannedVoucher, details: Details): Promise<void> {
  const { voucherNo, month, replaces, carries } = plan
  const { rollNo, studentClass, section } = student
  const voucher = orThrow(plan.opened)
  const posted = replaces?.posted ?? false
  const kind = 'monthly' as const

  if (replaces) await markReplaced(scope, replaces.voucherNo, voucherNo)
  const placed = { voucherNo, rollNo, studentClass, section, month, posted, kind }
  await insertVoucher(scope, { ...voucher, ...details, ...placed })
  if (carries) await markCarried(scope, carries, voucherNo)
  if (replaces) await settleReplaced(scope, replaces, voucherNo, voucher)

  const { paid: _, ...charges } = voucher
  const { chainNo: __, ...datesAndNote } = details
  await writeHistory(scope, {
    what: 'voucher generated',
    rollNo,
    voucherNo,
    after: {
      ...charges,
      amount: thisMonth(voucher),
      balance: netReceivable(voucher),
      ...month,
      ...datesAndNote,
      posted,
    },
  })
}

/** Moves the vouchers carried to the replaced voucher to the new one; they are paid or unpaid with the new one. */
async function settleReplaced(
  scope: Scope,
  replaced: Voucher,
  replacedBy: string,
  voucher: NewVoucher,
): Promise<void> {
  const { voucherNo, rollNo } = replaced
  await moveCarried(scope, rollNo, voucherNo, replacedBy)
  await settleCarried(scope, replacedBy, voucher.paid)
  await writeHistory(scope, {
    what: 'voucher replaced',
    rollNo,
    voucherNo,
    before: { balance: netBalance(replaced) },
    after: { balance: netReceivable(voucher), replacedBy },
  })
}

const emptyVoucher: Omit<NewVoucher, 'paid'> = {
  ...byHead(feeHeads, () => nothing),
  arrears: nothing,
}

/** Returns the later voucher that prevents the generation; null if the voucher can be generated. */
const takenOverIn = (opened: PlannedVoucher['opened']): string | null =>
  !opened.ok && opened.refusal.code === 'voucher-not-latest' ? opened.refusal.facts.takenOverBy : null

/** Returns the content that a student's voucher for the month of a date would have. */
export async function studentVoucherPreview({
  params,
  scope,
}: CallContext<typeof contract.studentVoucherPreview>) {
  const { rollNo } = params
  const month = orThrow(requirePostable(monthOf(params.fromDate), scope.today, 'fromDate'))
  const student = orThrow(requireActive(await findStudent(scope, rollNo)))
  const latest = await findLatestVoucher(scope, rollNo)
  const { voucherNo, replaces, carries, opened } = await planVoucher(scope, student, latest, month)
  const takenOverBy = takenOverIn(opened)
  const voucher = takenOverBy === null ? orThrow(opened) : emptyVoucher
  return {
    msg: `Voucher to be generated for ${formatMonth(month)}`,
    ...month,
    voucherNo,
    ...voucher,
    thisMonth: thisMonth(voucher),
    netReceivable: netReceivable(voucher),
    balance: owedBy(latest),
    carries,
    replaces: replaces && (await findVoucher(scope, replaces.voucherNo)),
    takenOverBy,
  }
}

/** Generates the month's voucher for every active student without one, all or none (decisions 3.generation). */
export async function generateForCampus({ body, scope }: CallContext<typeof contract.generateForCampus>) {
  const { today } = scope
  const dates = voucherDates({ ...body, periodFrom: body.fromDate, periodTo: body.toDate }, today)
  const month = orThrow(requirePostable(monthOf(dates.periodFrom), today, 'fromDate'))
  orThrow(requireOpenDay(dates.issueDate, scope.dateRules))
  const runNo = await insertRun(scope, month, dates)
  const run = await insertMonthlyVouchers(scope, { ...dates, month, note: body.note }, runNo)
  const { generated, skipped } = run
  if (generated === 0) return orThrow(refuse('voucher-exists', {}))

  await writeHistory(scope, { what: 'vouchers generated', after: { ...month, ...dates, ...run, runNo } })
  return { msg: 'Vouchers generated successfully' as const, generated, skipped }
}

/** Returns the sums of the vouchers that a campus run for the month of a date would generate. */
export async function campusPreview({ params, scope }: CallContext<typeof contract.campusPreview>) {
  const month = orThrow(requirePostable(monthOf(params.fromDate), scope.today, 'fromDate'))
  const classes = await sumCampusRunByClass(scope, month)
  const monthTotal = sum(...classes.map((row) => row.thisMonth))
  const arrears = sum(...classes.map((row) => row.arrears))
  return {
    msg: `Vouchers to be generated for ${formatMonth(month)}`,
    ...month,
    students: classes.reduce((all, { students }) => all + students, 0),
    thisMonth: monthTotal,
    arrears,
    netReceivable: sum(monthTotal, arrears),
    byClass: classes.map((row) => ({ ...row, netReceivable: sum(row.thisMonth, row.arrears) })),
    skipped: await listSkippedStudents(scope, month),
  }
}
