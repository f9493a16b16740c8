import type { feePlan as endpoint } from '#contract/fee-plan.ts'
import { classes } from '#domain/school.ts'
import type { CallContext } from '#server/http/call.ts'
import { findFeePlan } from '#server/records/fee-plan.ts'
import { planVersion } from './plan-version.ts'

/** What each class pays. */
export async function feePlan({ scope }: CallContext<typeof endpoint>) {
  const plan = await findFeePlan(scope)
  return {
    msg: 'Fee plan fetched',
    planVersion: planVersion(plan),
    classes: classes.map((studentClass) => ({ studentClass, ...plan[studentClass] })),
  }
}
