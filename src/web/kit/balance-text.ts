import { formatRupees, type Money } from '#domain/money.ts'

/** `12,500`; what was paid in advance says so. */
export const balanceText = (amount: Money): string =>
  amount < 0 ? `${formatRupees(amount)} advance` : formatRupees(amount)
