import { addDays, formatDate, type CalendarDate } from './calendar.ts'
import { accept, refuseFields, type FieldError, type Outcome } from './outcome.ts'

export const paymentMethods = ['cash', 'cheque', 'bank', 'online', 'card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export interface PaidBy {
  readonly method: PaymentMethod
  /** Number of the cheque and its bank, of the deposit slip or of the transfer; '' for cash. */
  readonly reference: string
  /** May lie ahead; null for any other method, and if it is not known. */
  readonly chequeDate: CalendarDate | null
}

export const samePaidBy = (one: PaidBy, other: PaidBy): boolean =>
  one.method === other.method && one.reference === other.reference && one.chequeDate === other.chequeDate

export const paidInCash: PaidBy = { method: 'cash', reference: '', chequeDate: null }

interface MethodWords {
  readonly label: string
  /** The key that chooses it in the field of the amount, where no letter is typed otherwise. */
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

/** A cheque dated further away than this from the day of the receipt is a typing error: banks pay none. */
const chequeDays = 366

/** The errors in the method and details of a payment received on this day; empty if there are none. */
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

/** Missing values are undefined or ''. */
export interface GivenPaidBy {
  readonly method?: PaymentMethod | undefined
  readonly reference: string
  readonly chequeDate?: CalendarDate | undefined
}

/** Takes `otherwise` for a payment without a method. Refuses values that do not fit the method, at their fields. */
export function paidBy(
  given: GivenPaidBy,
  receivedOn: CalendarDate,
  otherwise: PaidBy = paidInCash,
): Outcome<PaidBy> {
  if (given.method === undefined && given.reference === '' && given.chequeDate === undefined) {
    return accept(otherwise)
  }
  const how = {
    method: given.method ?? otherwise.method,
    reference: given.reference,
    chequeDate: given.chequeDate ?? null,
  }
  const errors = paidByErrors(how, receivedOn)
  return errors.length > 0 ? refuseFields(...errors) : accept(how)
}
