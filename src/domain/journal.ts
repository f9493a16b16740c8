// The journal has one entry of debits and credits for each closed day and payment method.

import { formatDate, type CalendarDate } from './calendar.ts'
import { methodWords, paymentMethods, type PaymentMethod } from './payment-method.ts'
import { receivedHeads, type ReceivedHead } from './received-heads.ts'

/** The account of the method is debited; the accounts of the heads are credited. */
export const journalAccounts = ['method', ...receivedHeads.map(({ key }) => key)] as const
export type JournalAccount = 'method' | ReceivedHead

export interface JournalLine {
  readonly date: CalendarDate
  readonly method: PaymentMethod
  readonly account: JournalAccount
}

/** `20261015-1`: the number of an entry, which is the same in every export. */
export const journalNumber = ({ date, method }: Pick<JournalLine, 'date' | 'method'>): string =>
  `${date.replaceAll('-', '')}-${paymentMethods.indexOf(method) + 1}`

/** `Cash`, `Monthly fee less discount`. */
export const accountWords = ({ account, method }: Pick<JournalLine, 'account' | 'method'>): string =>
  account === 'method'
    ? methodWords[method].label
    : (receivedHeads.find(({ key }) => key === account)?.label ?? account)

export const narration = ({ date, method }: Pick<JournalLine, 'date' | 'method'>): string =>
  `Fees of ${formatDate(date)}, ${methodWords[method].label}`
