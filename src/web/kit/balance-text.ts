import { formatRupees, type Money } from '#domain/money.ts'

/** The word after a balance that was paid in advance. */
export const advanceWord = (amount: Money): string => (amount < 0 ? ' advance' : '')

/** `12,500`; an amount paid in advance says so. */
export const balanceText = (amount: Money): string => `${formatRupees(amount)}${advanceWord(amount)}`
