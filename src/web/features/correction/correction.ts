import type { ReceiptReply } from '#contract/receipt.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, parseRupees } from '#domain/money.ts'
import type { Outcome } from '#domain/outcome.ts'
import { methodAndReference, paidInCash, samePaidBy, type PaidBy } from '#domain/payment-method.ts'
import { correctReceipts, type Correction } from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { Voucher } from '#domain/voucher.ts'
import {
  anyAmountError,
  paymentBody,
  readPaidBy,
  readPayment,
  restWith,
  typedPaidBy,
  typedPaidByErrors,
  type ReadPayment,
  type TypedPayment,
} from '#web/kit/receiving/payment-input.ts'

/** `takenOverBy` is the later voucher that carries the balance of this one. */
type CorrectedVoucher = Voucher & { readonly takenOverBy: string | null }

export interface Correctable<V extends CorrectedVoucher = CorrectedVoucher> {
  readonly voucher: V
  readonly receipts: readonly ReceiptReply[]
  readonly validReceipts: readonly ReceiptReply[]
  /** The date and method of the last valid receipt. */
  readonly last: PaidBy & { readonly receivedDate: CalendarDate | null }
}

export interface TypedCorrection extends TypedPayment {
  readonly reason: string
}

export function correctableOf<V extends CorrectedVoucher>(
  voucher: V,
  receipts: readonly ReceiptReply[],
): Correctable<V> {
  const reversed = new Set(receipts.map(({ reverses }) => reverses))
  const isValid = ({ kind, receiptNo }: ReceiptReply) => kind === 'receipt' && !reversed.has(receiptNo)
  const validReceipts = receipts.filter(isValid)
  const last = validReceipts.at(-1) ?? { receivedDate: null, ...paidInCash }
  return { voucher, receipts, validReceipts, last }
}

/** The effect of changing the received amount, or the refusal (decisions 3.corrections). */
export const effectOf = (
  { voucher, validReceipts }: Correctable,
  amount = voucher.received,
): Outcome<Correction> => correctReceipts(voucher, voucher.takenOverBy, validReceipts, amount)

/** The initial values: the amount, day and method received so far. */
export const asReceived = ({ voucher, last }: Correctable, today: CalendarDate): TypedCorrection => ({
  amount: formatRupees(voucher.received),
  receivedDate: last.receivedDate ?? today,
  paidBy: typedPaidBy(last),
  reason: '',
})

function isUnchanged(
  { voucher, last }: Correctable,
  { amount, receivedDate, paidBy }: TypedPayment,
): boolean {
  if (parseRupees(amount) !== voucher.received) return false
  return (
    voucher.received === 0 || (receivedDate === last.receivedDate && samePaidBy(readPaidBy(paidBy), last))
  )
}

export function checkCorrection(base: Correctable, typed: TypedCorrection, today: CalendarDate) {
  const amount = parseRupees(typed.amount)
  const unchanged = isUnchanged(base, typed) ? 'No changes made' : undefined
  return readPayment(typed, today, {
    receivedAmount: anyAmountError(amount) ?? unchanged,
    ...(amount !== 0 && typedPaidByErrors(typed.paidBy, typed.receivedDate || today)),
    reason: typed.reason.trim() === '' ? 'Enter the reason for the correction' : undefined,
  })
}

/** The body of the call (spec 7.finances.correct): `editedBy`, the user's name, makes it a correction. */
export const correctionBody = (
  { voucher }: Correctable,
  payment: ReadPayment,
  reason: string,
  editedBy: string,
) => ({ ...paymentBody(payment, netBalance(voucher), editedBy), editedBy, reason: reason.trim() })

/** `Receipt no. 12 (4,500)`, `Receipts no. 12 (3,000) and no. 13 (1,500)`. */
export function receiptListWords(receipts: Correctable['validReceipts']): string {
  const named = receipts.map(({ receiptNo, amount }) => `no. ${receiptNo} (${formatRupees(amount)})`)
  const last = named.pop() ?? ''
  return named.length === 0 ? `Receipt ${last}` : `Receipts ${named.join(', ')} and ${last}`
}

/** Returns the effect of a typed amount; null if it is none. */
export function typedEffect(base: Correctable, typed: TypedPayment): Correction | null {
  const amount = parseRupees(typed.amount)
  const effect = amount === null || anyAmountError(amount) ? null : effectOf(base, amount)
  return effect?.ok ? effect.value : null
}

/** The effect as text, shown before saving; '' without a change. */
export function correctionWords(base: Correctable, typed: TypedCorrection): string {
  const effect = typedEffect(base, typed)
  if (!effect || isUnchanged(base, typed)) return ''
  const { receipt, balance } = effect
  const { receivedDate: on } = typed
  const taken = `${receiptListWords(base.validReceipts)} will be cancelled`
  const rest = balance === 0 ? 'The voucher will be fully paid.' : `${restWith('will be ', balance)}.`
  if (receipt === null) return `${taken}: no money was taken. ${rest}`
  const dated = on === '' || on === base.last.receivedDate ? '' : ` dated ${formatDate(on)}`
  const paidBy = readPaidBy(typed.paidBy)
  const paid = samePaidBy(paidBy, base.last) ? '' : `, paid by ${methodAndReference(paidBy)}`
  return `${taken} and replaced by a new receipt of Rs ${formatRupees(receipt)}${dated}${paid}. ${rest}`
}
