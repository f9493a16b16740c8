import type { ReceiptReply } from '#contract/receipt.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, opposite, parseRupees, type Money } from '#domain/money.ts'
import type { Outcome } from '#domain/outcome.ts'
import { methodAndReference, paidInCash, type PaidBy } from '#domain/payment-method.ts'
import {
  correctReceipts,
  type Correction as CorrectionEffect,
  type UnreversedReceipt,
} from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { Voucher } from '#domain/voucher.ts'
import {
  anyAmountError,
  paymentBody,
  readPaidBy,
  readPayment,
  typedPaidBy,
  typedPaidByErrors,
  type ReadPayment,
  type TypedPayment,
} from '#web/kit/receiving/payment-input.ts'

/** `takenOverBy` is the later voucher that carries the balance of this one. */
type CorrectedVoucher = Voucher & { readonly takenOverBy: string | null }

export interface Correctable {
  readonly voucher: CorrectedVoucher
  readonly validReceipts: readonly UnreversedReceipt[]
  /** The date of the last valid receipt, and its method. */
  readonly receivedDate: CalendarDate | null
  readonly paidBy: PaidBy
}

export interface TypedCorrection extends TypedPayment {
  readonly reason: string
}

export interface Correction extends ReadPayment {
  readonly reason: string
  /** The balance that the clerk sees. */
  readonly expectedBalance: Money
  /** The reversed receipts, the new receipt, and the balance afterwards. */
  readonly effect: CorrectionEffect
}

export function correctableOf(voucher: CorrectedVoucher, receipts: readonly ReceiptReply[]): Correctable {
  const reversed = new Set(receipts.map(({ reverses }) => reverses))
  const validReceipts = receipts.filter(
    ({ kind, receiptNo }) => kind === 'receipt' && !reversed.has(receiptNo),
  )
  const last = validReceipts.at(-1)
  return { voucher, validReceipts, receivedDate: last?.receivedDate ?? null, paidBy: last ?? paidInCash }
}

/** The effect of changing the received amount, or the refusal (decisions 3.corrections). */
export const effectOf = ({ voucher, validReceipts }: Correctable, amount: Money): Outcome<CorrectionEffect> =>
  correctReceipts(voucher, voucher.takenOverBy, validReceipts, amount)

/** The initial values: the amount, day and method received so far. */
export const asReceived = (
  { voucher, receivedDate, paidBy }: Correctable,
  today: CalendarDate,
): TypedCorrection => ({
  amount: formatRupees(voucher.received),
  receivedDate: receivedDate ?? today,
  paidBy: typedPaidBy(paidBy),
  reason: '',
})

const isUnchanged = (
  { voucher, receivedDate, paidBy }: Correctable,
  amount: Money,
  typed: TypedPayment,
): boolean =>
  amount === voucher.received &&
  (amount === 0 || (typed.receivedDate === receivedDate && isSamePaidBy(readPaidBy(typed.paidBy), paidBy)))

const isSamePaidBy = (one: PaidBy, other: PaidBy): boolean =>
  one.method === other.method && one.reference === other.reference && one.chequeDate === other.chequeDate

export function checkCorrection(base: Correctable, typed: TypedCorrection, today: CalendarDate) {
  const amount = parseRupees(typed.amount)
  const unchanged = amount !== null && isUnchanged(base, amount, typed)
  const wrongAmount = anyAmountError(amount) ?? (unchanged ? 'No changes made' : undefined)
  const reason = typed.reason.trim()
  const found = {
    ...(wrongAmount && { receivedAmount: wrongAmount }),
    ...(amount !== 0 && typedPaidByErrors(typed.paidBy, typed.receivedDate || today)),
    ...(reason === '' && { reason: 'Enter the reason for the correction' }),
  }
  const checked = readPayment(typed, today, found, (read) => effectOf(base, read))
  if (!checked.ok) return checked
  const expectedBalance = netBalance(base.voucher)
  return {
    ok: true,
    correction: { ...checked.read, reason, expectedBalance, effect: checked.effect },
  } as const
}

/** The body of the call (spec 7.finances.correct): `editedBy`, the user's name, makes it a correction. */
export const correctionBody = (correction: Correction, editedBy: string) => ({
  ...paymentBody(correction, editedBy),
  editedBy,
  reason: correction.reason,
})

/** `Receipt no. 12 (4,500)`, `Receipts no. 12 (3,000) and no. 13 (1,500)`. */
export function receiptListWords(reversals: CorrectionEffect['reversals']): string {
  const named = reversals.map(({ reverses, amount }) => `no. ${reverses} (${formatRupees(opposite(amount))})`)
  const last = named.pop() ?? ''
  return named.length === 0 ? `Receipt ${last}` : `Receipts ${named.join(', ')} and ${last}`
}

function balanceWords(balance: Money): string {
  if (balance > 0) return `Rs ${formatRupees(balance)} will be left to pay.`
  return balance < 0
    ? `Rs ${formatRupees(opposite(balance))} will be paid in advance.`
    : 'The voucher will be fully paid.'
}

/** The effect as text, shown before saving; '' without a change. */
export function correctionWords(base: Correctable, typed: TypedCorrection): string {
  const amount = parseRupees(typed.amount)
  const { receivedDate: on } = typed
  if (amount === null || anyAmountError(amount) || isUnchanged(base, amount, typed)) return ''
  const effect = effectOf(base, amount)
  if (!effect.ok) return ''
  const { reversals, receipt, balance } = effect.value
  const taken = `${receiptListWords(reversals)} will be cancelled`
  if (receipt === null) return `${taken}: no money was taken. ${balanceWords(balance)}`
  const dated = on === '' || on === base.receivedDate ? '' : ` dated ${formatDate(on)}`
  const paidBy = readPaidBy(typed.paidBy)
  const paid = isSamePaidBy(paidBy, base.paidBy) ? '' : `, paid by ${methodAndReference(paidBy)}`
  return `${taken} and replaced by a new receipt of Rs ${formatRupees(receipt)}${dated}${paid}. ${balanceWords(balance)}`
}
