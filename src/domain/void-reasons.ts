/** Why a voucher cannot be voided. */
export const keepReasons = [
  'admission',
  'opening balance',
  'voided',
  'replaced',
  'has receipts',
  'has adjustments',
  'a later voucher carries it',
  'fees too large',
] as const
export type KeepReason = (typeof keepReasons)[number]
