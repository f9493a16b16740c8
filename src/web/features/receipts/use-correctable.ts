import { receiptsOfVoucher } from '#contract/correction.ts'
import { type FoundVoucher } from '#contract/counter.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { correctableOf } from './correction.ts'

/** Looks up what the found voucher has received; nothing while none is found. */
export function useCorrectable(voucher: FoundVoucher | null) {
  const { campus } = useStaff()
  const voucherNo = voucher?.voucherNo ?? ''
  const receipts = useCall(
    keys.receiptsOfVoucher(campus, voucherNo),
    receiptsOfVoucher,
    { params: { campus, voucherId: voucherNo } },
    // What was known of a voucher seen before is never shown again.
    { enabled: voucher !== null, gcTime: 0 },
  )
  const retry = async () => {
    await receipts.refetch()
  }
  const failure = receipts.error
  const ways = { failure, refreshing: receipts.isFetching, retry }
  if (!voucher || failure || !receipts.data) {
    return { ...ways, receipts: [], base: null, loading: voucher !== null && !failure }
  }
  const base = correctableOf(voucher, voucher.takenOverBy, receipts.data.receipts)
  return { ...ways, receipts: receipts.data.receipts, base, loading: false }
}
