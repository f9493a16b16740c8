import type { CalendarDate } from '#domain/calendar.ts'
import { formatRupees, largestAmount, opposite, parseRupees, sum, type Money } from '#domain/money.ts'
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
): { readonly reference?: string; readonly chequeDate?: string } =>
  Object.fromEntries(
    paidByErrors(readPaidBy(typed), receivedDate).map(({ field, message }) => [field, message]),
  )

/** The names of the fields; a correction also has a reason. */
export const paymentFields = ['receivedAmount', 'receivedDate', 'reference', 'chequeDate', 'reason'] as const

export type PaymentErrors = { readonly [field in (typeof paymentFields)[number]]?: string | undefined }

/** Returns the error of an amount that may be 0. */
export function anyAmountError(amount: Money | null): string | undefined {
  if (amount === null) return 'Not an amount: enter rupees, such as 4,500 or 4,500.50'
  return amount > largestAmount ? `At most ${formatRupees(largestAmount)}` : undefined
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

/** Reads the fields, or returns the errors by field, with those that the screen has found. */
export function readPayment(typed: TypedPayment, today: CalendarDate, found: PaymentErrors) {
  const { receivedDate } = typed
  const amount = parseRupees(typed.amount)
  const errors: PaymentErrors = { ...found, receivedDate: dateError(receivedDate, today) }
  const isWrong = Object.values(errors).some((error) => error !== undefined)
  if (isWrong || amount === null || receivedDate === '') return { ok: false, errors } as const
  const payment: ReadPayment = { amount, receivedDate, paidBy: readPaidBy(typed.paidBy) }
  return { ok: true, payment } as const
}

/** The body of the call (spec 7.finances.pay); the server takes the receiver from the session. */
export const paymentBody = (
  { amount, receivedDate, paidBy }: ReadPayment,
  expectedBalance: Money,
  receivedBy: string,
) => ({ receivedBy, receivedDate, receivedAmount: amount, ...paidByBody(paidBy), expectedBalance })

export function overpaymentQuestion(amount: Money, balance: Money) {
  const advance = formatRupees(opposite(balance))
  return {
    title: `Take Rs ${advance} extra?`,
    message: `Rs ${formatRupees(sum(balance, amount))} is due. The rest will be adjusted in the next voucher.`,
    confirmLabel: `Yes, receive ${formatRupees(amount)}`,
    tone: 'caution',
  } as const
}

/** `Rs 500 left to pay`, with the verb before `left`; a negative balance is an advance. */
export function restWith(verb: '' | 'is ' | 'will be ', balance: Money): string {
  if (balance > 0) return `Rs ${formatRupees(balance)} ${verb}left to pay`
  return balance < 0 ? `Rs ${formatRupees(opposite(balance))} ${verb}paid in advance` : 'Fully paid'
}

export const restWords = (balance: Money): string => `${restWith('is ', balance)}.`

/** The label of the offer next to OK in the alert after a receipt. */
export const printReceipt = 'Print receipt'
