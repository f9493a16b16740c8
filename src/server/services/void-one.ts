import type { Money } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { voidVoucher } from '#domain/void.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { markVoided, type RunVoucher } from '#server/records/voucher-runs.ts'
import { findBalance } from '#server/records/vouchers.ts'

/** Voids a locked student's voucher, with its history. Returns the student's balance; throws the refusal. */
export function voidOne(scope: Scope, voucher: RunVoucher, reason: string): Promise<Money> {
  orThrow(voidVoucher(voucher, voucher.waiting))
  return voidPlanned(scope, voucher, reason)
}

/** The same for a voucher that the caller has judged. */
export async function voidPlanned(
  scope: Scope,
  { voucherNo, rollNo }: RunVoucher,
  reason: string,
): Promise<Money> {
  const before = await findBalance(scope, rollNo)
  await markVoided(scope, [voucherNo])
  const balance = await findBalance(scope, rollNo)
  await writeHistory(scope, {
    what: 'voucher voided',
    rollNo,
    voucherNo,
    before: { balance: before },
    after: { balance, reason },
  })
  return balance
}
