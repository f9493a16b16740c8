import { createHash } from 'node:crypto'
import type * as contract from '#contract/fee-plan.ts'
import { byHead } from '#domain/fee-heads.ts'
import { classesThatDiffer, feePlanChanges, feePlanOf, planHeads, type FeePlan } from '#domain/fee-plan.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { classes } from '#domain/school.ts'
import type { CallContext } from '#server/http/call.ts'
import { findFeePlan, saveFeePlan as savePlan } from '#server/records/fees.ts'
import { writeHistory } from '#server/records/history.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

/** Returns a version that differs after every change, so that admins do not overwrite each other's changes unseen. */
export const planVersion = (plan: FeePlan): string =>
  createHash('sha256').update(JSON.stringify(plan)).digest('base64url').slice(0, 22)

export async function feePlan({ scope }: CallContext<typeof contract.feePlan>) {
  const plan = await findFeePlan(scope)
  return {
    msg: 'Fee plan fetched',
    planVersion: planVersion(plan),
    classes: classes.map((studentClass) => ({ studentClass, ...plan[studentClass] })),
  }
}

/** Saves the fee plan; students who were already admitted keep their fees. */
export async function saveFeePlan({ body, scope }: CallContext<typeof contract.saveFeePlan>) {
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
