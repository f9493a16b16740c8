import type { campusRules as endpoint } from '#contract/campus-rules.ts'
import type { CallContext } from '#server/http/call.ts'
import { findRules } from '#server/records/campus-rules.ts'

/** The rules of the campus. */
export async function campusRules({ scope }: CallContext<typeof endpoint>) {
  return { msg: 'Rules fetched', ...(await findRules(scope)) }
}
