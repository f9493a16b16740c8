import { inRupees, type Money } from '#domain/money.ts'

/** A receipt on the wire: its amount in rupees, the instant of its entry as ISO text. */
export const receiptOnWire = <R extends { readonly amount: Money; readonly enteredAt: Date }>(
  receipt: R,
) => ({
  ...receipt,
  amount: inRupees(receipt.amount),
  enteredAt: receipt.enteredAt.toISOString(),
})

/** A slip on the wire: a receipt with the balance after it, in rupees. */
export const slipOnWire = <
  S extends { readonly amount: Money; readonly enteredAt: Date; readonly balanceAfter: Money },
>(
  slip: S,
) => ({
  ...receiptOnWire(slip),
  balanceAfter: inRupees(slip.balanceAfter),
})
