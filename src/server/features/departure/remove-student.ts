import type { removeStudent as endpoint } from '#contract/departure.ts'
import { paidBackBy } from '#domain/departure-outcome.ts'
import { orThrow } from '#domain/outcome.ts'
import { requireExpectedBalance } from '#domain/payment.ts'
import { removeStudent as decideRemoval, owedBy } from '#domain/removal.ts'
import { requireActive } from '#domain/student.ts'
import type { CallContext } from '#server/http/call.ts'
import { findStudent, lockStudent } from '#server/records/students.ts'
import { saveDepartureWithOutcome } from '#server/services/settle-departure.ts'
import { voidAtRemoval } from '#server/services/void-at-removal.ts'

/** Removes a student, or graduates one from class 10; record, vouchers and history stay (decisions 4.states). */
export async function removeStudent({ params, body, scope }: CallContext<typeof endpoint>) {
  const { rollNo } = params
  const { today } = scope
  const paidBy = body.outcome ? orThrow(paidBackBy(body.outcome, today, 'outcome')) : null
  await lockStudent(scope, rollNo)
  const { studentClass, admissionDate } = orThrow(requireActive(await findStudent(scope, rollNo)))
  const removalDate = body.removalDate ?? today
  const left = await voidAtRemoval(scope, rollNo, removalDate)
  orThrow(requireExpectedBalance(owedBy(left), body.expectedBalance))
  const { graduated, outcome } = body
  const departure = { studentClass, admissionDate, owed: owedBy(left), removalDate, graduated }
  const state = orThrow(decideRemoval({ ...departure, outcome: outcome?.kind ?? null }, today))

  const adjustmentNo = await saveDepartureWithOutcome(scope, rollNo, {
    state,
    leftOn: removalDate,
    outcome: outcome ? { kind: outcome.kind, reason: outcome.reason, paidBy } : null,
  })
  return {
    msg: 'Student removed successfully' as const,
    state,
    ...(adjustmentNo !== null && { adjustmentNo }),
  }
}
