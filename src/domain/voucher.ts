// A student's debt is a chain of vouchers; each new one takes over what the one before it left unpaid (decisions 3.arrears).

import { dueDate, firstOfMonth, lastOfMonth, monthOf, type CalendarDate, type Month } from './calendar.ts'
import { addOneTimeFees, type Fees, type OneTimeFees } from './fee.ts'
import { inRupees, largestAmount, less, nothing, opposite, sum, type Money } from './money.ts'
import { accept, refuse, refuseFields, type Outcome } from './outcome.ts'
import type { SchoolClass, Section } from './school.ts'
import { netBalance, type Account, type Charges } from './voucher-amounts.ts'

export const voucherKinds = ['admission', 'monthly'] as const
export type VoucherKind = (typeof voucherKinds)[number]

/** What the rules need to know of a voucher that exists. */
export interface Voucher extends Account {
  readonly voucherNo: string
  readonly rollNo: number
  readonly posted: boolean
  readonly paid: boolean
  /** The voucher that took over this one's balance. */
  readonly carriedTo: string | null
  /** The voucher that was generated in this one's place. */
  readonly replacedBy: string | null
}

/** The money side of a voucher about to be written. */
export interface NewVoucher extends Charges {
  readonly arrears: Money
  /** A voucher born with nothing due is born paid. */
  readonly paid: boolean
}

export interface VoucherDates {
  readonly issueDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly periodFrom: CalendarDate
  readonly periodTo: CalendarDate
}

/** The dates of a voucher: what is not given takes its default, what ends before it starts ends where it starts (spec 5.new-admission). */
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

/** Whose voucher it is, as its number tells. */
export interface Holder {
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly rollNo: number
}

const holderMark = ({ studentClass, section, rollNo }: Holder): string =>
  `${studentClass}${section}${rollNo}`.replaceAll(' ', '')

/** `5Red1023adm` (spec 3.voucher.admission-number). */
export const admissionVoucherNo = (holder: Holder): string => `${holderMark(holder)}adm`

/** `5Red1023-202611`; a further one in the month ends in `-2`, `-3` (decisions 3.voucher-numbers). */
export function monthlyVoucherNo(holder: Holder, { year, month }: Month, timesInMonth = 1): string {
  const yearAndMonth = `${year}${String(month).padStart(2, '0')}`
  return `${holderMark(holder)}-${yearAndMonth}${timesInMonth > 1 ? `-${timesInMonth}` : ''}`
}

const born = (charges: Charges & { readonly arrears: Money }): NewVoucher => ({
  ...charges,
  paid: netBalance({ ...charges, received: nothing }) <= 0,
})

/** The next voucher of a student: the fees, what waits to be charged once, and the latest voucher's balance. */
export const openVoucher = (fees: Fees, latest: Account | null): NewVoucher =>
  born({ ...fees, fine: nothing, arrears: latest ? netBalance(latest) : nothing })

/** Whether the next voucher takes this one over, so that it can no longer be received. */
export const isCarriedOn = (latest: Pick<Voucher, 'paid'> | null): boolean => latest !== null && !latest.paid

/**
 * The voucher generated in place of the month's one, which must be the student's latest: its one-time fees and arrears
 * move over, and what came in on the replaced one counts for the new one (decision record 8).
 */
export function replaceVoucher(voucher: Voucher, latestNo: string, fees: Fees): Outcome<NewVoucher> {
  const latest = requireLatest(voucher, latestNo)
  if (!latest.ok) return latest
  const oneTime: OneTimeFees = addOneTimeFees(fees, voucher)
  if (Object.values(oneTime).some((fee) => fee > largestAmount)) {
    return refuseFields({ field: 'forceGenerate', message: 'The fees of both vouchers are too much for one' })
  }
  return accept(
    born({
      monthlyFee: fees.monthlyFee,
      discount: fees.discount,
      ...oneTime,
      fine: voucher.fine,
      arrears: less(voucher.arrears, voucher.received),
    }),
  )
}

export interface Settlement {
  /** What has come in on the voucher now. */
  readonly received: Money
  /** What is still to be paid; negative is paid in advance. */
  readonly balance: Money
  readonly paid: boolean
}

const settled = (voucher: Account, received: Money): Settlement => {
  const balance = netBalance({ ...voucher, received })
  return { received, balance, paid: balance <= 0 }
}

/**
 * The voucher that has taken an older one over and must be paid in its place: the first later one that is posted. As long
 * as every later voucher is unposted, the older one stays open (decisions 6.unposted). `later` comes oldest first, without
 * replaced ones; null where there is none.
 */
export const takenOverBy = (later: readonly Pick<Voucher, 'posted' | 'voucherNo'>[]): string | null =>
  later.find(({ posted }) => posted)?.voucherNo ?? null

/** Where money for a voucher can no longer go to it. */
function requireOpen(voucher: Voucher, takenOver: string | null): Outcome<Voucher> {
  if (voucher.replacedBy) return refuse('voucher-replaced', { replacedBy: voucher.replacedBy })
  if (voucher.paid) return refuse('voucher-already-paid')
  return takenOver ? refuse('voucher-carried', { carriedTo: takenOver }) : accept(voucher)
}

/** The balance, if it still is what the clerk saw; nothing is due where there is no voucher. */
export function balanceAsSeen(latest: Account | null, expectedBalance: Money | null): Outcome<Money> {
  const balance = latest ? netBalance(latest) : nothing
  return expectedBalance === null || expectedBalance === balance
    ? accept(balance)
    : refuse('balance-changed', { balance: inRupees(balance) })
}

export interface Payment {
  /** In paisa, more than nothing; less than the balance is a part payment, more is paid in advance. */
  readonly amount: Money
  /** The balance that the clerk saw, where the screen sent it. */
  readonly expectedBalance: Money | null
}

/**
 * Takes a payment on a posted voucher that no later one has taken over (spec 4.voucher.paid, decisions 3.receipts, decisions 6.unposted);
 * `carryForward` says what it does to unposted later ones.
 */
export function receivePayment(
  voucher: Voucher,
  takenOver: string | null,
  { amount, expectedBalance }: Payment,
): Outcome<Settlement> {
  const open = requireOpen(voucher, takenOver)
  if (!open.ok) return open
  if (!voucher.posted) return refuse('voucher-not-posted')
  if (amount <= 0) return refuseFields({ field: 'receivedAmount', message: 'The amount must be more than 0' })
  const seen = balanceAsSeen(voucher, expectedBalance)
  if (!seen.ok) return seen
  return accept(settled(voucher, sum(voucher.received, amount)))
}

/** A receipt that no reversal names yet. */
export interface StandingReceipt {
  readonly receiptNo: number
  readonly amount: Money
}

export interface Correction extends Settlement {
  readonly reversals: readonly { readonly reverses: number; readonly amount: Money }[]
  /** The receipt to be written in their place; null where nothing was received after all. */
  readonly receipt: Money | null
}

/**
 * Makes the received amount the one given: every standing receipt is reversed and a new one is written (decisions 3.corrections.edit-receipt).
 * Like a payment it is possible as long as no later voucher has taken this one over (decisions 6.unposted).
 */
export function correctReceipts(
  voucher: Voucher,
  takenOver: string | null,
  standing: readonly StandingReceipt[],
  amount: Money,
): Outcome<Correction> {
  const inPlace = requireInPlace(voucher, takenOver)
  if (!inPlace.ok) return inPlace
  if (!voucher.posted) return refuse('voucher-not-posted')
  return accept({
    ...settled(voucher, amount),
    reversals: standing.map(({ receiptNo, amount: received }) => ({
      reverses: receiptNo,
      amount: opposite(received),
    })),
    receipt: amount > 0 ? amount : null,
  })
}

/** Refuses a voucher that was replaced, or that the voucher named, if any, has taken over. */
function requireInPlace(voucher: Voucher, takenOver: string | null): Outcome<Voucher> {
  if (voucher.replacedBy) return refuse('voucher-replaced', { replacedBy: voucher.replacedBy })
  return takenOver ? refuse('voucher-not-latest', { takenOverBy: takenOver }) : accept(voucher)
}

/** Only a student's latest voucher can be re-priced or replaced; the refusal names the one that took it over (decisions 3.corrections.latest-only). */
const requireLatest = (voucher: Voucher, latestNo: string): Outcome<Voucher> =>
  requireInPlace(voucher, voucher.voucherNo === latestNo ? null : (voucher.carriedTo ?? latestNo))

/** How a voucher of a chain stands after an older one received more or less than before. */
export interface Rebalanced {
  readonly voucherNo: string
  readonly arrears: Money
  readonly paid: boolean
  readonly carriedTo: string | null
}

/**
 * A voucher after a settlement, followed by the student's later ones: what the settlement changed is taken off the
 * arrears of each later voucher, an unpaid balance is carried to the next, and a voucher is paid once nothing is due on
 * it or on the one that carries it (decisions 3.arrears, decisions 6.unposted).
 */
export function carryForward(
  voucher: Voucher,
  { received, balance }: Pick<Settlement, 'received' | 'balance'>,
  later: readonly Voucher[],
): readonly Rebalanced[] {
  const moved = less(balance, netBalance(voucher))
  const chain = [
    { ...voucher, received },
    ...later.map((next) => ({ ...next, arrears: sum(next.arrears, moved) })),
  ]
  return chain.reduceRight<readonly Rebalanced[]>((after, { voucherNo, ...account }) => {
    const due = netBalance(account) > 0
    const carrier = due ? after[0] : undefined
    const paid = !due || carrier?.paid === true
    return [{ voucherNo, arrears: account.arrears, paid, carriedTo: carrier?.voucherNo ?? null }, ...after]
  }, [])
}

/** The latest voucher with other charges; what it took over and what came in stay (decisions 3.fees.edit). */
export function repriceVoucher(voucher: Voucher, latestNo: string, charges: Fees): Outcome<NewVoucher> {
  const latest = requireLatest(voucher, latestNo)
  if (!latest.ok) return latest
  if (voucher.paid) return refuse('voucher-already-paid')
  const repriced = { ...charges, fine: voucher.fine, arrears: voucher.arrears }
  return accept({ ...repriced, paid: netBalance({ ...repriced, received: voucher.received }) <= 0 })
}
