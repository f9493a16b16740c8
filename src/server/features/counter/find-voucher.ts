import type { findVoucher as endpoint } from '#contract/counter.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { preparedItem } from '#server/http/prepared-json.ts'
import { findVoucherText } from '#server/records/vouchers-as-json.ts'

/** A voucher by its printed number, in any state: the screen says what can be done with it. */
export async function findVoucher({ params, scope }: CallContext<typeof endpoint>) {
  const voucher = (await findVoucherText(scope, params.voucherId)) ?? orThrow(refuse('no-vouchers'))
  return preparedItem('Voucher found', 'voucher', voucher)
}
