import type { dateRules as endpoint } from '#contract/closed-days.ts'
import type { CallContext } from '#server/http/call.ts'
import { findDateRules } from '#server/records/closed-days.ts'

/** Up to which day the books are closed, and how far back a receipt may be dated. */
export async function dateRules({ scope }: CallContext<typeof endpoint>) {
  return { msg: 'Rules fetched', ...(await findDateRules(scope)) }
}
