import { addDays, formatDate, type CalendarDate } from './calendar.ts'
import { accept, refuseFields, type FieldError, type Outcome } from './outcome.ts'

export const paymentMethods = ['cash', 'cheque', 'bank', 'online', 'card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export interface PaidBy {
  readonly method: PaymentMethod
  /** The number of the cheque with its bank, or of the slip or transfer; '' for cash. */
  readonly reference: string
  /** The date on the cheque, which may be in the future; null for other methods, and if it is not known. */
  readonly chequeDate: CalendarDate | null
}

export const samePaidBy = (one: PaidBy, other: PaidBy): boolean =>
  one.method === other.method && one.reference === other.reference && one.chequeDate === other.chequeDate

export const paidInCash: PaidBy = { method: 'cash', reference: '', chequeDate: null }

interface MethodWords {
  readonly label: string
  /** The key that chooses the method in the amount field, in which letters have no other use. */
  readonly letter: string
  readonly reference: string | null
}

export const methodWords: Readonly<Record<PaymentMethod, MethodWords>> = {
  cash: { label: 'Cash', letter: 'c', reference: null },
  cheque: { label: 'Cheque', letter: 'q', reference: 'Cheque No. and bank' },
  bank: { label: 'Bank', letter: 'b', reference: 'Deposit slip No.' },
  online: { label: 'Online', letter: 'o', reference: 'Transaction No.' },
  card: { label: 'Card', letter: 'd', reference: 'Slip No. of the card' },
}

/** `Cash`, `Cheque 778812 HBL`. */
export const methodAndReference = ({ method, reference }: Omit<PaidBy, 'chequeDate'>): string =>
  reference === '' ? methodWords[method].label : `${methodWords[method].label} ${reference}`

/** A cheque date further than this from the day of the receipt is a typing error: banks do not pay such cheques. */
const chequeDays = 366

/** Returns the errors in the method and details of a payment received on this day; empty if there are none. */
export function paidByErrors(
  { method, reference, chequeDate }: PaidBy,
  receivedOn: CalendarDate,
): readonly FieldError[] {
  const errors: FieldError[] = []
  if (method === 'cheque' && reference === '') {
    errors.push({ field: 'reference', message: 'Enter the number of the cheque and its bank' })
  }
  if (method === 'cash' && reference !== '') {
    errors.push({ field: 'reference', message: 'Cash has no reference' })
  }
  if (chequeDate === null) return errors
  if (method !== 'cheque') {
    errors.push({ field: 'chequeDate', message: 'Only a cheque has a date' })
  } else if (chequeDate < addDays(receivedOn, -chequeDays) || chequeDate > addDays(receivedOn, chequeDays)) {
    const message = `The cheque is dated ${formatDate(chequeDate)}: more than a year away`
    errors.push({ field: 'chequeDate', message })
  }
  return errors
}

/** The method and its details as entered; missing values are undefined or ''. */
export interface GivenPaidBy {
  readonly method?: PaymentMethod | undefined
  readonly reference: string
  readonly chequeDate?: CalendarDate | undefined
}

/** Returns `otherwise` if no value is given. Refuses values that do not fit the method, at their fields. */
export function paidBy(
  given: GivenPaidBy,
  receivedOn: CalendarDate,
  otherwise: PaidBy = paidInCash,
): Outcome<PaidBy> {
  if (given.method === undefined && given.reference === '' && given.chequeDate === undefined) {
    return accept(otherwise)
  }
  const payment = {
    method: given.method ?? otherwise.method,
    reference: given.reference,
    chequeDate: given.chequeDate ?? null,
  }
  const errors = paidByErrors(payment, receivedOn)
  return errors.length > 0 ? refuseFields(...errors) : accept(payment)
}
