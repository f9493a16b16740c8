import type { FoundVoucher } from '#contract/counter.ts'
import { smallestAmount } from '#domain/money.ts'
import type { RefusalCode } from '#domain/outcome.ts'
import { receivePayment } from '#domain/payment.ts'

/** The rules' own refusal of any payment on the voucher; null where it can be received (spec 4.voucher.paid, decisions 3.receipts, decisions 6.unposted). */
export function whyNotReceivable(voucher: FoundVoucher): RefusalCode | null {
  const outcome = receivePayment(voucher, voucher.takenOverBy, {
    amount: smallestAmount,
    expectedBalance: null,
  })
  return outcome.ok ? null : outcome.refusal.code
}
