import { less, nothing, notNegative, smaller, sum, type Money } from './money.ts'

/** The amount billed for a month, and the part of it that was received (decisions 7). */
export interface Collected {
  readonly billed: Money
  readonly received: Money
}

export interface BilledVoucher {
  /** The voucher's own charges, without arrears. */
  readonly charged: Money
  /** The amount waived and written off on the voucher. */
  readonly waived: Money
  /** The part of the debt that falls on the voucher (domain/debt.ts). */
  readonly unpaid: Money
}

/** Computes the collected part of a voucher: 0 at least, and all that was billed at most. */
export function collectedOn({ charged, waived, unpaid }: BilledVoucher): Collected {
  const billed = notNegative(less(charged, waived))
  return { billed, received: less(billed, smaller(unpaid, billed)) }
}

export const sumCollected = (parts: readonly Collected[]): Collected => ({
  billed: sum(nothing, ...parts.map(({ billed }) => billed)),
  received: sum(nothing, ...parts.map(({ received }) => received)),
})

/** `68 %`, and `99 %` while anything is left to receive; a dash if nothing was billed. */
export function collectedShare({ billed, received }: Collected): string {
  if (billed <= 0) return '–'
  const share = Math.round((received / billed) * 100)
  return `${received < billed ? Math.min(share, 99) : share} %`
}
