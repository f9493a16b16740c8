import type { setUpState as endpoint } from '#contract/overview.ts'
import type { CallContext } from '#server/http/call.ts'
import { findSetUpState } from '#server/records/set-up-state.ts'

/** What of a new campus is set up already. */
export async function setUpState({ scope }: CallContext<typeof endpoint>) {
  return { msg: 'State fetched', ...(await findSetUpState(scope)) }
}
