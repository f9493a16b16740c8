import type { saveDateRules as endpoint } from '#contract/closed-days.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { findDateRules, saveBackDays } from '#server/records/closed-days.ts'
import { writeHistory } from '#server/records/history.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

/** Limits how far back a receipt may be dated, or lifts the limit. */
export async function saveDateRules({ body, scope }: CallContext<typeof endpoint>) {
  await listStaffForAdmin(scope)
  const { backDays: before } = await findDateRules(scope)
  const backDays = body.backDays ?? null
  if (before === backDays) return orThrow(refuse('no-changes'))
  await saveBackDays(scope, backDays)
  await writeHistory(scope, { what: 'date rules changed', before: { backDays: before }, after: { backDays } })
  return { msg: 'Rule saved' as const, backDays }
}
