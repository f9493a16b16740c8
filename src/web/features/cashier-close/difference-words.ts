import { formatRupees, opposite, type Money } from '#domain/money.ts'

/** `Rs 100 short`, `Rs 50 over` or `none`. */
export function differenceWords(difference: Money): string {
  if (difference === 0) return 'none'
  return difference < 0
    ? `Rs ${formatRupees(opposite(difference))} short`
    : `Rs ${formatRupees(difference)} over`
}
