import type { eraseRecords as endpoint } from '#contract/erasure.ts'
import { whyNotErased } from '#domain/erasure.ts'
import { orThrow, refuseFields, type FieldError } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { findRules } from '#server/records/campus-rules.ts'
import { erasePersonalData, findLeavers } from '#server/records/erasure.ts'
import type { Scope } from '#server/records/scope.ts'
import { recordSecurityEvent } from '#server/records/security-events.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

/** Erases the personal data of children who left, all of them or none. No other change of the campus runs beside it. */
export async function eraseRecords({ body, scope }: CallContext<typeof endpoint>) {
  await listStaffForAdmin(scope)
  const rollNos = [...new Set(body.rollNos)]
  const errors = await errorsIn(scope, rollNos)
  if (errors.length > 0) return orThrow(refuseFields(...errors))
  await erasePersonalData(scope, rollNos)
  await recordSecurityEvent(scope, { kind: 'records erased', children: rollNos.length })
  return { msg: 'Personal data erased' as const, count: rollNos.length }
}

async function errorsIn(scope: Scope, rollNos: readonly number[]): Promise<FieldError[]> {
  const { keepYears } = await findRules(scope)
  if (keepYears === null) {
    const message = 'First set in the rules of the campus for how many years personal data are kept'
    return [{ field: 'rollNos', message }]
  }
  const found = new Map((await findLeavers(scope, rollNos)).map((child) => [child.rollNo, child]))
  return rollNos.flatMap((rollNo) => {
    const child = found.get(rollNo)
    const why = child ? whyNotErased(child, scope.today, keepYears) : 'No such student'
    return why === null ? [] : [{ field: 'rollNos', message: `Roll number ${rollNo}: ${why}` }]
  })
}
