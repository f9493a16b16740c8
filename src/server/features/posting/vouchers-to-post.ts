import type { vouchersToPost as endpoint } from '#contract/posting.ts'
import type { CallContext } from '#server/http/call.ts'
import { listMonthsToPost } from '#server/records/posting.ts'

/** The months that have unposted vouchers. */
export async function vouchersToPost({ scope }: CallContext<typeof endpoint>) {
  const months = await listMonthsToPost(scope)
  const needsPosting = months.length > 0
  return { msg: needsPosting ? 'Vouchers need to be posted' : 'Nothing to post', needsPosting, months }
}
