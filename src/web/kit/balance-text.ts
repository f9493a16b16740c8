import { formatRupees, type Money } from '#domain/money.ts'

/** What follows a balance that was paid in advance. */
export const advanceWord = (amount: Money): string => (amount < 0 ? ' advance' : '')

/** `12,500`; what was paid in advance says so. */
export const balanceText = (amount: Money): string => `${formatRupees(amount)}${advanceWord(amount)}`
