import type { receiptsOfVoucher as endpoint } from '#contract/correction.ts'
import { refusals } from '#contract/refusals.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { listReceiptsOfVoucher } from '#server/records/receipts.ts'
import { findVoucherNo } from '#server/records/vouchers.ts'

/** The receipts and reversals of a voucher; an empty list where nothing was received yet. */
export async function receiptsOfVoucher({ params, scope }: CallContext<typeof endpoint>) {
  const { voucherNo } = (await findVoucherNo(scope, params.voucherId)) ?? orThrow(refuse('no-vouchers'))
  const receipts = await listReceiptsOfVoucher(scope, voucherNo)
  return { msg: receipts.length === 0 ? refusals['no-receipts'].msg : 'Receipts found', receipts }
}
