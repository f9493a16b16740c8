import type { editStudent as endpoint } from '#contract/student-edit.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { orThrow, prefixFields, refuse, refuseFields } from '#domain/outcome.ts'
import { requireActive, studentErrors, type StudentRecord } from '#domain/student.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { findStudent, lockStudent, updateStudents } from '#server/records/students.ts'
import { recordVersion } from '#server/services/student-reply.ts'

/** Corrects a student's record; numbers stay, and vouchers keep their class (spec 2.edit-admissions). */
export async function editStudent({ body, scope }: CallContext<typeof endpoint>) {
  const { rollNo, ...given } = body.studentData
  await lockStudent(scope, rollNo)
  const before = orThrow(requireActive(await findStudent(scope, rollNo)))
  if (body.recordVersion !== '' && body.recordVersion !== recordVersion(before)) {
    orThrow(refuse('record-changed'))
  }
  const after = { ...given, admissionDate: given.admissionDate ?? before.admissionDate }
  const errors = prefixFields('studentData', studentErrors(after, scope.today))
  if (errors.length > 0) return orThrow(refuseFields(...errors))

  const changed = changedFields<StudentRecord>(before, after)
  if (changed) {
    await updateStudents(scope, [{ rollNo, record: after }])
    await writeHistory(scope, { what: 'record edited', rollNo, ...changed })
  }
  return 'Admission edited successfully' as const
}
