import type { CalendarDate } from '#domain/calendar.ts'
import { formatRupees, largestAmount, opposite, parseRupees, sum, type Money } from '#domain/money.ts'
import type { Outcome } from '#domain/outcome.ts'
import { paidByErrors, type PaidBy, type PaymentMethod } from '#domain/payment-method.ts'

/** The clerk's input for a voucher; amounts in rupees. */
export interface TypedPayment {
  readonly amount: string
  readonly receivedDate: CalendarDate | ''
  readonly paidBy: TypedPaidBy
}

/** The method as typed; the reference is kept while the clerk tries another method. */
export interface TypedPaidBy {
  readonly method: PaymentMethod
  readonly reference: string
  readonly chequeDate: CalendarDate | ''
}

/** The default: cash, which needs no key press. */
export const typedCash: TypedPaidBy = { method: 'cash', reference: '', chequeDate: '' }

export const typedPaidBy = ({ method, reference, chequeDate }: PaidBy): TypedPaidBy => ({
  method,
  reference,
  chequeDate: chequeDate ?? '',
})

/** Returns the typed values without the fields that the method does not have. */
export const readPaidBy = ({ method, reference, chequeDate }: TypedPaidBy): PaidBy => ({
  method,
  reference: method === 'cash' ? '' : reference.trim(),
  chequeDate: method === 'cheque' && chequeDate !== '' ? chequeDate : null,
})

export const paidByBody = ({ method, reference, chequeDate }: PaidBy) => ({
  method,
  ...(reference !== '' && { reference }),
  ...(chequeDate && { chequeDate }),
})

export const typedPaidByErrors = (
  typed: TypedPaidBy,
  receivedDate: CalendarDate,
): Pick<PaymentErrors, 'reference' | 'chequeDate'> =>
  Object.fromEntries(
    paidByErrors(readPaidBy(typed), receivedDate).map(({ field, message }) => [field, message]),
  )

export interface PaymentErrors {
  readonly receivedAmount?: string
  readonly receivedDate?: string
  readonly reference?: string
  readonly chequeDate?: string
  /** Set only for a correction. */
  readonly reason?: string
}

/** Returns the error of an amount that may be 0. */
export function anyAmountError(amount: Money | null): string | undefined {
  if (amount === null) return 'Not an amount: enter rupees, such as 4,500 or 4,500.50'
  if (amount > largestAmount) return `At most ${formatRupees(largestAmount)}`
  return undefined
}

function dateError(date: CalendarDate | '', today: CalendarDate): string | undefined {
  if (date === '') return 'Enter the date on which it was received'
  return date > today ? 'Date cannot be in the future' : undefined
}

export interface ReadPayment {
  readonly amount: Money
  readonly receivedDate: CalendarDate
  readonly paidBy: PaidBy
}

type Checked<Effect> =
  | { readonly ok: true; readonly read: ReadPayment; readonly effect: Effect }
  | { readonly ok: false; readonly errors: PaymentErrors }

/** Reads the fields and their effect, or returns the errors by field, with those that the screen has found. */
export function readPayment<Effect>(
  typed: TypedPayment,
  today: CalendarDate,
  found: PaymentErrors,
  effectOf: (amount: Money) => Outcome<Effect>,
): Checked<Effect> {
  const { receivedDate } = typed
  const amount = parseRupees(typed.amount)
  const wrongDate = dateError(receivedDate, today)
  const errors = { ...found, ...(wrongDate && { receivedDate: wrongDate }) }
  if (Object.keys(errors).length > 0 || amount === null || receivedDate === '') return { ok: false, errors }
  const effect = effectOf(amount)
  // The screens offer no payment that the rules refuse.
  if (!effect.ok) return { ok: false, errors }
  return { ok: true, read: { amount, receivedDate, paidBy: readPaidBy(typed.paidBy) }, effect: effect.value }
}

type SentPayment = ReadPayment & { readonly expectedBalance: Money }

/** The body of the call (spec 7.finances.pay); the server takes the receiver from the session. */
export const paymentBody = (payment: SentPayment, receivedBy: string) => ({
  receivedBy,
  receivedDate: payment.receivedDate,
  receivedAmount: payment.amount,
  ...paidByBody(payment.paidBy),
  expectedBalance: payment.expectedBalance,
})

export function overpaymentQuestion(amount: Money, balance: Money) {
  const advance = formatRupees(opposite(balance))
  return {
    title: `Take Rs ${advance} extra?`,
    message: `Rs ${formatRupees(sum(balance, amount))} is due. The rest will be adjusted in the next voucher.`,
    confirmLabel: `Yes, receive ${formatRupees(amount)}`,
    tone: 'caution',
  } as const
}

/** Returns the amount left to pay, as text; a negative balance is an advance. */
export function restWords(balance: Money): string {
  if (balance > 0) return `Rs ${formatRupees(balance)} is left to pay.`
  return balance < 0 ? `Rs ${formatRupees(opposite(balance))} is paid in advance.` : 'Fully paid.'
}

/** The label of the offer next to OK in the alert after a receipt. */
export const printReceipt = 'Print receipt'
