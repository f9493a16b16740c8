import { parseChargeTarget, requireInClass, type ChargeFields, type ChargeTarget } from '#domain/charges.ts'
import { orThrow } from '#domain/outcome.ts'
import { requireActive } from '#domain/student.ts'
import type { Scope } from '#server/records/scope.ts'
import { findStudent } from '#server/records/students.ts'

/** The target of a charge; a single student must be active, and in the class and section given with the roll number. */
export async function findChargeTarget(scope: Scope, given: ChargeFields): Promise<ChargeTarget> {
  const target = orThrow(parseChargeTarget(given))
  if ('rollNo' in target) {
    orThrow(requireInClass(orThrow(requireActive(await findStudent(scope, target.rollNo))), given))
  }
  return target
}
