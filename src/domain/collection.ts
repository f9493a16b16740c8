import type { Money } from './money.ts'

/** The part of what was billed that came in, in percent with one decimal; 0 where nothing was billed. */
export const collectedShare = (received: Money, billed: Money): number =>
  billed > 0 ? Math.round((received / billed) * 1000) / 10 : 0
