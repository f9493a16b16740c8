import type { findReceipt as endpoint } from '#contract/slips.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { findSlip } from '#server/records/receipt-slips.ts'

/** A receipt of the campus as its slip is printed. */
export async function findReceipt({ params, scope }: CallContext<typeof endpoint>) {
  const receipt = (await findSlip(scope, params.receiptNo)) ?? orThrow(refuse('no-receipts'))
  return { msg: 'Receipt found', receipt }
}
