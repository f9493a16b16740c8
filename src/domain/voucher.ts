// A student's debt is a chain of vouchers: each unpaid balance is carried to the next as arrears (decisions 3.arrears).

import {
  dueDate,
  firstOfMonth,
  formatDate,
  lastOfMonth,
  monthOf,
  type CalendarDate,
  type Month,
} from './calendar.ts'
import { byHead, feeHeads, voucherOnlyHeads } from './fee-heads.ts'
import { addOneTimeFees, monthlyFeeOf, type Fees, type OneTimeFees } from './fee.ts'
import { largestAmount, less, nothing, sum, type Money } from './money.ts'
import { accept, refuse, refuseFields, type Outcome } from './outcome.ts'
import { netBalance, type Account, type Charges } from './voucher-amounts.ts'

export const voucherKinds = ['admission', 'monthly', 'opening'] as const
export type VoucherKind = (typeof voucherKinds)[number]

export interface Voucher extends Account {
  readonly voucherNo: string
  readonly rollNo: number
  readonly kind: VoucherKind
  readonly posted: boolean
  readonly paid: boolean
  readonly carriedTo: string | null
  readonly replacedBy: string | null
  /** True if the voucher was voided; it then counts in no sum. */
  readonly voided: boolean
}

export interface NewVoucher extends Charges {
  readonly arrears: Money
  /** True if nothing is due. */
  readonly paid: boolean
}

export interface VoucherDates {
  readonly issueDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly periodFrom: CalendarDate
  readonly periodTo: CalendarDate
}

/** Completes the dates of a voucher with defaults; an end before its start becomes the start (spec 5.new-admission). */
export function voucherDates(
  given: { readonly [date in keyof VoucherDates]?: CalendarDate | undefined },
  today: CalendarDate,
): VoucherDates {
  const issueDate = given.issueDate ?? today
  const due = given.dueDate ?? dueDate(issueDate)
  const periodFrom = given.periodFrom ?? firstOfMonth(monthOf(today))
  const periodTo = given.periodTo ?? lastOfMonth(monthOf(periodFrom))
  return {
    issueDate,
    dueDate: due < issueDate ? issueDate : due,
    periodFrom,
    periodTo: periodTo < periodFrom ? periodFrom : periodTo,
  }
}

const newVoucher = (charges: Charges & { readonly arrears: Money }): NewVoucher => ({
  ...charges,
  paid: netBalance({ ...charges, received: nothing, adjusted: nothing }) <= 0,
})

const nothingOnVoucher = byHead(voucherOnlyHeads, () => nothing)

const chargedOnVoucher = (voucher: Charges) => byHead(voucherOnlyHeads, ({ key }) => voucher[key])

/** Creates a voucher of monthly and pending one-time fees, with the latest voucher's balance as arrears. */
export const openVoucher = (fees: Fees, latest: Account | null): NewVoucher =>
  newVoucher({ ...fees, ...nothingOnVoucher, arrears: latest ? netBalance(latest) : nothing })

export interface OpeningVoucher extends NewVoucher, VoucherDates {
  readonly kind: 'opening'
  readonly chainNo: 1
  readonly month: Month
  readonly posted: true
  readonly note: string
  readonly runNo: null
}

/** Creates the first voucher of a student with an opening balance, not 0. It charges nothing and is due on `asOf`. */
export const openingVoucher = (balance: Money, asOf: CalendarDate): OpeningVoucher => ({
  ...newVoucher({ ...byHead(feeHeads, () => nothing), arrears: balance }),
  kind: 'opening',
  chainNo: 1,
  month: monthOf(asOf),
  issueDate: asOf,
  dueDate: asOf,
  periodFrom: firstOfMonth(monthOf(asOf)),
  periodTo: asOf,
  posted: true,
  note: `Opening balance as of ${formatDate(asOf)}`,
  runNo: null,
})

export const broughtIn = ({ kind, arrears }: Pick<Voucher, 'kind' | 'arrears'>): Money =>
  kind === 'opening' ? arrears : nothing

export const willBeCarried = (latest: Pick<Voucher, 'paid'> | null): boolean =>
  latest !== null && !latest.paid

/**
 * Replaces the student's latest voucher; refuses any other, and an opening voucher, which covers its month. The new one
 * takes over one-time fees and arrears; earlier receipts and adjustments count for it (decision record 8).
 */
export function replaceVoucher(voucher: Voucher, latestNo: string, fees: Fees): Outcome<NewVoucher> {
  if (voucher.kind === 'opening') return refuse('voucher-exists', { voucherNo: voucher.voucherNo })
  const latest = requireLatest(voucher, latestNo)
  if (!latest.ok) return latest
  const oneTime: OneTimeFees = addOneTimeFees(fees, voucher)
  if (Object.values(oneTime).some((fee) => fee > largestAmount)) {
    return refuseFields({
      field: 'forceGenerate',
      message: 'The fees of both vouchers are too large for one',
    })
  }
  return accept(
    newVoucher({
      ...monthlyFeeOf(fees),
      ...oneTime,
      ...chargedOnVoucher(voucher),
      arrears: sum(less(voucher.arrears, voucher.received), voucher.adjusted),
    }),
  )
}

/** Refuses a voucher that was replaced or voided, or whose balance `takenOver`, if any, carries. */
export function requireInPlace(voucher: Voucher, takenOver: string | null): Outcome<Voucher> {
  if (voucher.replacedBy) return refuse('voucher-replaced', { replacedBy: voucher.replacedBy })
  if (voucher.voided) return refuse('voucher-voided')
  return takenOver ? refuse('voucher-not-latest', { takenOverBy: takenOver }) : accept(voucher)
}

/** Refuses any voucher but the latest, and names the one that took it over (decisions 3.corrections.latest-only). */
const requireLatest = (voucher: Voucher, latestNo: string): Outcome<Voucher> =>
  requireInPlace(voucher, voucher.voucherNo === latestNo ? null : (voucher.carriedTo ?? latestNo))

/** Returns the latest voucher if changed fees go onto it; null if they wait for the next voucher. */
export const voucherToReprice = <V extends Pick<Voucher, 'kind' | 'paid'>>(latest: V | null): V | null =>
  latest && !latest.paid && latest.kind !== 'opening' ? latest : null

/** Changes the charges of the latest voucher; arrears and receipts stay (decisions 3.fees.edit). */
export function repriceVoucher(voucher: Voucher, latestNo: string, charges: Fees): Outcome<NewVoucher> {
  const latest = requireLatest(voucher, latestNo)
  if (!latest.ok) return latest
  if (voucher.paid) return refuse('voucher-already-paid')
  if (voucher.kind === 'opening') return refuse('voucher-charges-nothing')
  const repriced = { ...charges, ...chargedOnVoucher(voucher), arrears: voucher.arrears }
  const { received, adjusted } = voucher
  return accept({ ...repriced, paid: netBalance({ ...repriced, received, adjusted }) <= 0 })
}
