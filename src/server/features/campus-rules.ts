import type * as contract from '#contract/campus-rules.ts'
import type { RulesToSet } from '#domain/campus-rules.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { orThrow, refuse, refuseFields } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { findRules, saveRules } from '#server/records/campus-rules.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { findOwnFactors, hasOwnFactor } from '#server/records/staff/second-factor.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

export async function campusRules({ scope }: CallContext<typeof contract.campusRules>) {
  return { msg: 'Rules fetched', ...(await findRules(scope)) }
}

/** Saves the rules of the campus; pending requests for approval do not change. */
export async function saveCampusRules({ body, scope }: CallContext<typeof contract.saveCampusRules>) {
  await listStaffForAdmin(scope)
  const { closedUntil: _, ...before } = await findRules(scope)
  const { backDays = null, approvalLimit = null, keepYears = null, ...switches } = body
  const after: RulesToSet = { backDays, approvalLimit, keepYears, ...switches }
  const changed = changedFields(before, after)
  if (!changed) return orThrow(refuse('no-changes'))
  if (after.adminFactor) await requireOwnFactor(scope)
  await saveRules(scope, after)
  await writeHistory(scope, { what: 'rules changed', ...changed })
  return { msg: 'Rules saved' as const }
}

/** Refuses an admin who requires second factors without having one, because that admin would be locked out first. */
async function requireOwnFactor(scope: Scope): Promise<void> {
  if (hasOwnFactor(await findOwnFactors(scope))) return
  orThrow(refuseFields({ field: 'adminFactor', message: 'Set up your own second factor first' }))
}
