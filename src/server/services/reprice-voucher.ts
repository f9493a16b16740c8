import { changedFields } from '#domain/changed-fields.ts'
import type { Fees } from '#domain/fee.ts'
import { orThrow } from '#domain/outcome.ts'
import { netBalance, thisMonth } from '#domain/voucher-amounts.ts'
import { repriceVoucher as decideRepricing, type Voucher } from '#domain/voucher.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { settleCarried } from '#server/records/voucher-chain.ts'
import { saveRepricedVoucher } from '#server/records/vouchers.ts'

/** Gives a locked, unpaid latest voucher other fees, with its history; nothing is written where no fee differs. */
export async function repriceVoucher(scope: Scope, voucher: Voucher, fees: Fees): Promise<void> {
  const { voucherNo, rollNo, received, adjusted } = voucher
  const repriced = orThrow(decideRepricing(voucher, voucherNo, fees))
  const changed = changedFields<Fees>(voucher, fees)
  if (!changed) return
  await saveRepricedVoucher(scope, voucherNo, repriced)
  if (repriced.paid) await settleCarried(scope, voucherNo, true)
  await writeHistory(scope, {
    what: 'voucher re-priced',
    rollNo,
    voucherNo,
    before: { ...changed.before, amount: thisMonth(voucher), balance: netBalance(voucher) },
    after: {
      ...changed.after,
      amount: thisMonth(repriced),
      balance: netBalance({ ...repriced, received, adjusted }),
    },
  })
}
