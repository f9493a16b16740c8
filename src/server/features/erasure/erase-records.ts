import type { eraseRecords as endpoint } from '#contract/erasure.ts'
import { whyNotErased } from '#domain/erasure.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
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
  await requireErasable(scope, rollNos)
  await erasePersonalData(scope, rollNos)
  await recordSecurityEvent(scope, { kind: 'records erased', children: rollNos.length })
  return { msg: 'Personal data erased' as const, count: rollNos.length }
}

async function requireErasable(scope: Scope, rollNos: readonly number[]): Promise<void> {
  const { keepYears } = await findRules(scope)
  if (keepYears === null) return orThrow(refuse('erasure-off'))
  const found = new Map((await findLeavers(scope, rollNos)).map((child) => [child.rollNo, child]))
  for (const rollNo of rollNos) {
    const child = found.get(rollNo) ?? orThrow(refuse('student-unknown'))
    const why = whyNotErased(child, scope.today, keepYears)
    if (why !== null) orThrow(refuse('record-kept', { rollNo, why }))
  }
}
