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

/** The run writes it, the preview shows it. */
interface PlannedVoucher {
  readonly voucherNo: string
  readonly month: Month
  readonly replaces: Voucher | null
  /** The unpaid latest voucher, which the new one would follow. */
  readonly carries: string | null
  readonly opened: Outcome<NewVoucher>
}

/** Plans the voucher of an active student for a month, after the student's latest one (decisions 3.corrections.replacements, decision record 8). */
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
 * Generates for the month of `fromDate`; with `forceGenerate` the voucher replaces the month's (decisions
 * 3.corrections.replacements, decision record 8). The replacement of a posted voucher is posted: the family has the paper, and
 * money may have come in.
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

/** Vouchers carried to the replaced one are carried to the new one, and are paid or unpaid with it. */
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

/** The later voucher; null if the voucher can be generated. */
const takenOverIn = (opened: PlannedVoucher['opened']): string | null =>
  !opened.ok && opened.refusal.code === 'voucher-not-latest' ? opened.refusal.facts.takenOverBy : null

/** The content that a student's voucher for the month of a date would have. */
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

/** Generates the month's vouchers for every active student who has none: all or none (decisions 3.generation). */
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

/** The vouchers that a campus run for the month of a date would generate. */
export async function campusPreview({ params, scope }: CallContext<typeof contract.campusPreview>) {
  const month = orThrow(requirePostable(monthOf(params.fromDate), scope.today, 'fromDate'))
  const classes = await sumCampusRunByClass(scope, month)
  const ofMonth = sum(...classes.map((of) => of.thisMonth))
  const arrears = sum(...classes.map((of) => of.arrears))
  return {
    msg: `Vouchers to be generated for ${formatMonth(month)}`,
    ...month,
    students: classes.reduce((all, { students }) => all + students, 0),
    thisMonth: ofMonth,
    arrears,
    netReceivable: sum(ofMonth, arrears),
    byClass: classes.map((of) => ({ ...of, netReceivable: sum(of.thisMonth, of.arrears) })),
    skipped: await listSkippedStudents(scope, month),
  }
}
