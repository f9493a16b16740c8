import type { saveCampusRules as endpoint } from '#contract/campus-rules.ts'
import { changedFields } from '#domain/changed-fields.ts'
import type { RulesToSet } from '#domain/campus-rules.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { findRules, saveRules } from '#server/records/campus-rules.ts'
import { writeHistory } from '#server/records/history.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

/** Sets the rules of the campus; requests that wait are decided as they were asked. */
export async function saveCampusRules({ body, scope }: CallContext<typeof endpoint>) {
  await listStaffForAdmin(scope)
  const { closedUntil: _, ...before } = await findRules(scope)
  const { backDays = null, approvalLimit = null, blindCount } = body
  const after: RulesToSet = { backDays, approvalLimit, blindCount }
  const changed = changedFields(before, after)
  if (!changed) return orThrow(refuse('no-changes'))
  await saveRules(scope, after)
  await writeHistory(scope, { what: 'rules changed', ...changed })
  return { msg: 'Rules saved' as const }
}
