import { paisa } from '#domain/money.ts'
import type { RefusalCode } from '#domain/outcome.ts'
import { receivePayment, type Voucher } from '#domain/voucher.ts'

/** The rules' own refusal of any payment on the voucher; null where it can be received (spec §4, decisions §3). */
export function whyNotReceivable(voucher: Voucher): RefusalCode | null {
  const outcome = receivePayment(voucher, { amount: paisa(1), expectedBalance: null })
  return outcome.ok ? null : outcome.refusal.code
}
