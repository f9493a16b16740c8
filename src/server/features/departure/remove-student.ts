import type { removeStudent as endpoint } from '#contract/departure.ts'
import { orThrow } from '#domain/outcome.ts'
import { owedBy, removeStudent as decideRemoval } from '#domain/removal.ts'
import { requireActive } from '#domain/student.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { findStudent, lockStudent, saveDeparture } from '#server/records/students.ts'
import { voidAtRemoval } from '#server/services/void-at-removal.ts'

/** Removes a student, or graduates one from class 10; record, vouchers and history stay (decisions 4.states). */
export async function removeStudent({ params, body, scope }: CallContext<typeof endpoint>) {
  const { rollNo } = params
  const { today } = scope
  await lockStudent(scope, rollNo)
  const { studentClass, admissionDate } = orThrow(requireActive(await findStudent(scope, rollNo)))
  const removalDate = body.removalDate ?? today
  const left = await voidAtRemoval(scope, rollNo, removalDate)
  const owed = owedBy(left)
  const { graduated } = body
  const state = orThrow(decideRemoval({ studentClass, admissionDate, owed, removalDate, graduated }, today))

  await saveDeparture(scope, rollNo, state, removalDate)
  await writeHistory(scope, {
    what: state === 'graduated' ? 'student graduated' : 'student removed',
    rollNo,
    before: { state: 'active' },
    after: { state, removalDate },
  })
  return { msg: 'Student removed successfully' as const, state }
}
