import type {
  generateForStudent as endpoint,
  studentVoucherPreview as previewEndpoint,
} from '#contract/student-vouchers.ts'
import { voucherOnWire } from '#contract/vouchers.ts'
import { formatMonth, monthOf, type Month } from '#domain/calendar.ts'
import { noOneTimeFees, type Fees } from '#domain/fee.ts'
import { inRupees, nothing } from '#domain/money.ts'
import { accept, orThrow, refuse, type Outcome } from '#domain/outcome.ts'
import { requirePostable } from '#domain/posting.ts'
import { owedBy } from '#domain/removal.ts'
import { requireActive } from '#domain/student.ts'
import {
  balanceAsSeen,
  isCarriedOn,
  monthlyVoucherNo,
  openVoucher,
  replaceVoucher,
  voucherDates,
  type Holder,
  type NewVoucher,
  type Voucher,
  type VoucherDates,
} from '#domain/voucher.ts'
import { netBalance, netReceivable, thisMonth } from '#domain/voucher-amounts.ts'
import type { Call, Inside } from '#server/http/mount.ts'

type Records = Inside['records']

/** What there is to a student's voucher for a month: the act writes it, the preview tells it. */
interface Plan {
  readonly voucherNo: string
  readonly month: Month
  readonly fees: Fees
  /** The month's voucher, whose place the new one would take. */
  readonly replaces: Voucher | null
  /** The unpaid latest voucher, where the new one comes after it. */
  readonly carries: string | null
  /** What the new one would hold, or why there can be none. */
  readonly opened: Outcome<NewVoucher>
}

async function planFor(
  student: Holder,
  latest: Voucher | null,
  month: Month,
  records: Records,
): Promise<Plan> {
  const { rollNo } = student
  const fees = (await records.fees.find(rollNo, month)) ?? orThrow(refuse('student-unknown'))
  const replaces = await records.vouchers.findOfMonth(rollNo, month)
  const made = await records.vouchers.countMonthly(rollNo, month)
  return {
    voucherNo: monthlyVoucherNo(student, month, made + 1),
    month,
    fees,
    replaces,
    carries: latest && !replaces && isCarriedOn(latest) ? latest.voucherNo : null,
    opened:
      latest && replaces
        ? replaceVoucher(replaces, latest.voucherNo, fees)
        : accept(openVoucher(fees, latest)),
  }
}

/**
 * Writes a student's voucher for the month of `fromDate`; with `forceGenerate` in place of the month's one (decisions 3.voucher-numbers,
 * decision 0008). The replacement of a posted voucher is posted: the family holds the paper, and money may have come in.
 */
export async function generateForStudent({ params, body, records, today }: Call<typeof endpoint>) {
  const { rollNo } = params
  const dates = voucherDates({ ...body, periodFrom: body.fromDate, periodTo: body.toDate }, today)
  const month = orThrow(requirePostable(monthOf(dates.periodFrom), today, 'fromDate'))
  await records.students.lock(rollNo)
  const student = orThrow(requireActive(await records.students.find(rollNo)))
  const latest = await records.vouchers.lockLatest(rollNo)
  orThrow(balanceAsSeen(latest, body.expectedBalance ?? null))

  const plan = await planFor(student, latest, month, records)
  const { voucherNo, replaces } = plan
  if (replaces && !body.forceGenerate) {
    return orThrow(refuse('voucher-exists', { voucherNo: replaces.voucherNo }))
  }
  const chainNo = (latest?.chainNo ?? 0) + 1
  await write(records, student, plan, { ...dates, chainNo, note: body.note })
  await records.fees.saveOneTime(rollNo, noOneTimeFees)
  return {
    msg: 'Voucher generated successfully' as const,
    voucher: voucherOnWire.parse(await records.vouchers.findAsJson(voucherNo)),
  }
}

interface Details extends VoucherDates {
  readonly chainNo: number
  readonly note: string
}

async function write(records: Records, student: Holder, plan: Plan, details: Details): Promise<void> {
  const { voucherNo, month, replaces, carries } = plan
  const { rollNo, studentClass, section } = student
  const voucher = orThrow(plan.opened)
  const posted = replaces?.posted ?? false
  const made = { ...voucher, ...details, voucherNo, rollNo, studentClass, section, month, posted }

  if (replaces) await records.vouchers.giveWay(replaces.voucherNo, voucherNo)
  await records.vouchers.insert({ ...made, kind: 'monthly' })
  if (carries) await records.vouchers.carry(carries, voucherNo)
  if (replaces) await settleReplaced(records, replaces, voucherNo, voucher)

  const { paid: _, ...charges } = voucher
  const { chainNo: __, ...told } = details
  await records.changes.add({
    what: 'voucher generated',
    rollNo,
    voucherNo,
    after: {
      ...charges,
      amount: thisMonth(voucher),
      balance: netReceivable(voucher),
      ...month,
      ...told,
      posted,
    },
  })
}

/** What the replaced voucher had carried is carried by the new one, and is paid or open with it. */
async function settleReplaced(
  records: Records,
  replaced: Voucher,
  replacedBy: string,
  voucher: NewVoucher,
): Promise<void> {
  const { voucherNo, rollNo } = replaced
  await records.vouchers.handOver(rollNo, voucherNo, replacedBy)
  await records.vouchers.settleCarried(replacedBy, voucher.paid)
  await records.changes.add({
    what: 'voucher replaced',
    rollNo,
    voucherNo,
    before: { balance: netBalance(replaced) },
    after: { balance: netReceivable(voucher), replacedBy },
  })
}

const none: Omit<NewVoucher, 'paid'> = {
  monthlyFee: nothing,
  discount: nothing,
  ...noOneTimeFees,
  fine: nothing,
  arrears: nothing,
}

/** The voucher that took over the one which would be replaced; null where nothing stands in the way. */
const takenOverIn = (opened: Plan['opened']): string | null =>
  !opened.ok && opened.refusal.code === 'voucher-not-latest'
    ? String(opened.refusal.facts?.['takenOverBy'])
    : null

/** What a student's voucher for the month of a date would hold, before anything is written. */
export async function previewForStudent({ params, records, today }: Call<typeof previewEndpoint>) {
  const { rollNo } = params
  const month = orThrow(requirePostable(monthOf(params.fromDate), today, 'fromDate'))
  const student = orThrow(requireActive(await records.students.find(rollNo)))
  const latest = await records.vouchers.findLatest(rollNo)
  const { voucherNo, replaces, carries, opened } = await planFor(student, latest, month, records)
  const takenOverBy = takenOverIn(opened)
  const voucher = takenOverBy === null ? orThrow(opened) : none
  return {
    msg: `Voucher to be generated for ${formatMonth(month)}`,
    ...month,
    voucherNo,
    monthlyFee: inRupees(voucher.monthlyFee),
    discount: inRupees(voucher.discount),
    registrationFee: inRupees(voucher.registrationFee),
    admissionFee: inRupees(voucher.admissionFee),
    examinationFee: inRupees(voucher.examinationFee),
    fine: inRupees(voucher.fine),
    arrears: inRupees(voucher.arrears),
    thisMonth: inRupees(thisMonth(voucher)),
    netReceivable: inRupees(netReceivable(voucher)),
    balance: inRupees(owedBy(latest)),
    carries,
    replaces: replaces && voucherOnWire.parse(await records.vouchers.findAsJson(replaces.voucherNo)),
    takenOverBy,
  }
}
