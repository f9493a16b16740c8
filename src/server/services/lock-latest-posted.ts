import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { lockLatestVoucher, markPosted } from '#server/records/vouchers/vouchers.ts'
import type { LockedVoucher } from './take-payment.ts'

/** Locks a locked student's latest voucher, and posts it if needed, with a history entry; null if there is none. */
export async function lockLatestPosted(scope: Scope, rollNo: number): Promise<LockedVoucher | null> {
  const latest = await lockLatestVoucher(scope, rollNo)
  if (!latest || latest.posted) return latest
  const { voucherNo, posted } = latest
  await markPosted(scope, voucherNo)
  await writeHistory(scope, {
    what: 'vouchers posted',
    rollNo,
    voucherNo,
    before: { posted },
    after: { posted: true },
  })
  return { ...latest, posted: true }
}
