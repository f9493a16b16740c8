import { findVoucherOfStudent, receiptsOfVoucher } from '#contract/receipts.ts'
import type { VoucherOnWire } from '#contract/vouchers.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { voucherForRules } from '#web/parts/voucher-for-rules.ts'
import { correctableOf } from './correction.ts'

/** Looks up what the found voucher has received and which one is the student's latest; nothing while none is found. */
export function useCorrectable(voucher: VoucherOnWire | null) {
  const { campus } = useStaff()
  const { voucherNo, rollNo } = voucher ?? { voucherNo: '', rollNo: 0 }
  // What was known of a voucher seen before is never shown again.
  const asked = { enabled: voucher !== null, gcTime: 0 }
  const receipts = useCall(
    keys.receiptsOfVoucher(campus, voucherNo),
    receiptsOfVoucher,
    { params: { campus, voucherId: voucherNo } },
    asked,
  )
  const latest = useCall(
    keys.voucher(campus, `latest of ${rollNo}`),
    findVoucherOfStudent,
    { params: { campus, rollNo } },
    asked,
  )
  const retry = async () => {
    await Promise.all([receipts.refetch(), latest.refetch()])
  }
  const failure = receipts.error ?? latest.error
  const ways = { failure, refreshing: receipts.isFetching || latest.isFetching, retry }
  if (!voucher || failure || !receipts.data || !latest.data) {
    return { ...ways, receipts: [], base: null, loading: voucher !== null && !failure }
  }
  const base = correctableOf(voucherForRules(voucher), latest.data.voucher.voucherNo, receipts.data.receipts)
  return { ...ways, receipts: receipts.data.receipts, base, loading: false }
}
