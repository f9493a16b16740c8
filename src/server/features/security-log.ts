import type * as contract from '#contract/security-log.ts'
import type { CallContext } from '#server/http/call.ts'
import { findUnseenAlerts } from '#server/records/security-events.ts'

/** Counts the alerts since an admin of the campus last read the security log. */
export async function securityAlerts({ scope }: CallContext<typeof contract.securityAlerts>) {
  const { alerts, since } = await findUnseenAlerts(scope)
  return { msg: 'Alerts fetched', count: alerts, since }
}
