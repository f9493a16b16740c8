import { formatRupees, type Money } from '#domain/money.ts'

export const advanceWord = (amount: Money): string => (amount < 0 ? ' advance' : '')

/** Formats a balance: `12,500`, or `12,500 advance`. */
export const balanceText = (amount: Money): string => `${formatRupees(amount)}${advanceWord(amount)}`
