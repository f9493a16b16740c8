import type { Money } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { owedBy } from '#domain/removal.ts'
import { voidVoucher } from '#domain/void.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { markVoided, type RunVoucher } from '#server/records/vouchers/voucher-runs.ts'
import { findBalance, findLatestVoucher } from '#server/records/vouchers/vouchers.ts'

/** Voids a voucher of a locked student and returns the balance; throws a refusal if the voucher cannot be voided. */
export function voidOne(scope: Scope, voucher: RunVoucher, reason: string): Promise<Money> {
  orThrow(voidVoucher(voucher, voucher.waiting))
  return voidPlanned(scope, voucher, reason)
}

/** Voids a voucher that the caller has checked, with a history entry. Returns the student's balance. */
export async function voidPlanned(
  scope: Scope,
  { voucherNo, rollNo, ...voucher }: RunVoucher,
  reason: string,
): Promise<Money> {
  await markVoided(scope, [voucherNo])
  const after = owedBy(await findLatestVoucher(scope, rollNo))
  await writeHistory(scope, {
    what: 'voucher voided',
    rollNo,
    voucherNo,
    before: { balance: netBalance(voucher) },
    after: { balance: after, reason },
  })
  return findBalance(scope, rollNo)
}
