import type { receiptsByReference as endpoint } from '#contract/counter.ts'
import type { CallContext } from '#server/http/call.ts'
import { listReceiptsByReference } from '#server/records/receipts.ts'

/** As many as the warning beside the field has room for. */
const mostShown = 3

/** The last receipts with the same reference. */
export async function receiptsByReference({ body, scope }: CallContext<typeof endpoint>) {
  const { method, reference } = body
  return {
    msg: 'Receipts fetched',
    receipts: await listReceiptsByReference(scope, method, reference, mostShown),
  }
}
