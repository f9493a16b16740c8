import type { Money } from './money.ts'

/** A part of an amount in percent with one decimal; 0 of nothing. */
export const shareOf = (part: Money, whole: Money): number =>
  whole > 0 ? Math.round((part / whole) * 1000) / 10 : 0
