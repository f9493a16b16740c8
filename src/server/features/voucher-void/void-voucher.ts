import type { voidVoucher as endpoint } from '#contract/voucher-void.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { requireExpectedBalance } from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { CallContext } from '#server/http/call.ts'
import { findVoidCandidate } from '#server/records/voucher-runs.ts'
import { lockVoucher } from '#server/records/vouchers.ts'
import { voidOne } from '#server/services/void-one.ts'

/** Voids a student's latest voucher. */
export async function voidVoucher({ params, body, scope }: CallContext<typeof endpoint>) {
  const locked = await lockVoucher(scope, params.voucherNo)
  if (!locked) return orThrow(refuse('no-vouchers'))
  orThrow(requireExpectedBalance(netBalance(locked), body.expectedBalance))
  const voucher = (await findVoidCandidate(scope, locked.voucherNo)) ?? orThrow(refuse('no-vouchers'))
  const balance = await voidOne(scope, voucher, body.reason)
  return { msg: 'Voucher voided' as const, balance }
}
