// The books of one student, which only the rules of the domain change.

import type { CalendarDate, Month } from '#domain/calendar.ts'
import { noOneTimeFees, type Fees } from '#domain/fee.ts'
import { nothing, type Money } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import type { PaidBy } from '#domain/payment-method.ts'
import { receivePayment, type Settlement } from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { admissionVoucherNo, monthlyVoucherNo } from '#domain/voucher-number.ts'
import {
  openVoucher,
  voucherDates,
  willBeCarried,
  type Voucher,
  type VoucherDates,
  type VoucherKind,
} from '#domain/voucher.ts'
import type { Enrolled } from './enrolment.ts'

/** A user and a time, as text that sorts. */
export interface Stamp {
  readonly by: string
  readonly at: string
}

export interface LedgerVoucher extends Voucher, VoucherDates {
  readonly chainNo: number
  readonly kind: VoucherKind
  readonly month: Month
  readonly note: string
  readonly generated: Stamp
}

export interface LedgerReceipt extends PaidBy {
  readonly rollNo: number
  readonly voucherNo: string
  readonly amount: Money
  readonly receivedOn: CalendarDate
  readonly entered: Stamp
  /** The voucher's amounts before the receipt. */
  readonly before: Pick<Settlement, 'received' | 'balance'>
  readonly after: Settlement
}

export interface Ledger {
  readonly student: Enrolled
  /** The fees, with the one-time fees that are not charged yet. */
  readonly fees: Fees
  readonly vouchers: readonly LedgerVoucher[]
  readonly receipts: readonly LedgerReceipt[]
}

export const openLedger = (student: Enrolled): Ledger => ({
  student,
  fees: { ...student.fees, ...noOneTimeFees },
  vouchers: [],
  receipts: [],
})

export const latestOf = ({ vouchers }: Ledger): LedgerVoucher | null => vouchers.at(-1) ?? null

interface VoucherToAdd {
  readonly kind: VoucherKind
  readonly month: Month
  readonly issueDate: CalendarDate
  readonly posted: boolean
  readonly note: string
  readonly stamp: Stamp
}

/** Adds the student's next voucher, with the one-time fees and the unpaid balance of the latest voucher. */
export function makeVoucher(
  ledger: Ledger,
  { kind, month, issueDate, posted, note, stamp }: VoucherToAdd,
): Ledger {
  const { student, fees, vouchers } = ledger
  const latest = latestOf(ledger)
  const voucherNo = kind === 'admission' ? admissionVoucherNo(student) : monthlyVoucherNo(student, month)
  const newVoucher: LedgerVoucher = {
    ...openVoucher(fees, latest),
    ...voucherDates({ issueDate }, issueDate),
    voucherNo,
    rollNo: student.rollNo,
    chainNo: vouchers.length + 1,
    kind,
    month,
    posted,
    note,
    received: nothing,
    adjusted: nothing,
    carriedTo: null,
    replacedBy: null,
    voided: false,
    generated: stamp,
  }
  const before =
    latest && willBeCarried(latest)
      ? [...vouchers.slice(0, -1), { ...latest, carriedTo: voucherNo }]
      : vouchers
  return { ...ledger, fees: { ...fees, ...noOneTimeFees }, vouchers: [...before, newVoucher] }
}

interface Payment {
  readonly paidBy: PaidBy
  readonly amount: Money
  readonly on: CalendarDate
  readonly stamp: Stamp
}

/** Receives a payment on the latest voucher. */
export function receive(ledger: Ledger, { paidBy, amount, on, stamp }: Payment): Ledger {
  const voucher = latestOf(ledger)
  if (!voucher) throw new Error(`Roll number ${ledger.student.rollNo} has no voucher`)
  const { rollNo, voucherNo, received } = voucher
  const after = orThrow(receivePayment(voucher, null, { amount, expectedBalance: null }))
  const receipt = {
    ...paidBy,
    rollNo,
    voucherNo,
    amount,
    receivedOn: on,
    entered: stamp,
    before: { received, balance: netBalance(voucher) },
    after,
  }
  return { ...ledger, vouchers: settleVouchers(ledger, after), receipts: [...ledger.receipts, receipt] }
}

/** Returns the vouchers after a payment; carried vouchers are paid or unpaid together with the latest one. */
function settleVouchers({ vouchers }: Ledger, { received, paid }: Settlement): LedgerVoucher[] {
  const result: LedgerVoucher[] = []
  let carrier: string | null = null
  for (const voucher of vouchers.toReversed()) {
    const isLatest = result.length === 0
    const isCarried = !isLatest && voucher.carriedTo === carrier
    if (isLatest || isCarried) carrier = voucher.voucherNo
    result.unshift(isLatest ? { ...voucher, received, paid } : isCarried ? { ...voucher, paid } : voucher)
  }
  return result
}
