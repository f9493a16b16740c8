import type { saveFeePlan as endpoint } from '#contract/fee-plan.ts'
import { byHead } from '#domain/fee-heads.ts'
import { classesThatDiffer, feePlanChanges, feePlanOf, planHeads } from '#domain/fee-plan.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { findFeePlan, saveFeePlan as savePlan } from '#server/records/fee-plan.ts'
import { writeHistory } from '#server/records/history.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'
import { planVersion } from './plan-version.ts'

/** Sets what each class pays. Students who were admitted already keep their fees. */
export async function saveFeePlan({ body, scope }: CallContext<typeof endpoint>) {
  await listStaffForAdmin(scope)
  const before = await findFeePlan(scope)
  if (body.planVersion !== '' && body.planVersion !== planVersion(before)) {
    orThrow(refuse('fee-plan-changed'))
  }
  const after = feePlanOf(
    body.classes.map(({ studentClass, ...fees }) => ({
      studentClass,
      ...byHead(planHeads, ({ key }) => fees[key] ?? null),
    })),
  )
  const changed = feePlanChanges(before, after)
  if (!changed) return orThrow(refuse('no-changes'))
  await savePlan(scope, after, classesThatDiffer(before, after))
  await writeHistory(scope, { what: 'fee plan changed', ...changed })
  return { msg: 'Fee plan saved' as const }
}
