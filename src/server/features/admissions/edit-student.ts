import type { editStudent as endpoint } from '#contract/admissions.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { inPart, orThrow, refuse, refuseFields } from '#domain/outcome.ts'
import { requireActive, wrongInStudent } from '#domain/student.ts'
import type { Call } from '#server/http/mount.ts'
import { recordVersion } from '#server/http/student-on-wire.ts'

/** Corrects a child's record; numbers stay, vouchers keep the class they were written for (spec 2.edit-admissions). */
export async function editStudent({ body, records, today }: Call<typeof endpoint>) {
  const { rollNo, ...given } = body.studentData
  await records.students.lock(rollNo)
  const before = orThrow(requireActive(await records.students.find(rollNo)))
  if (body.recordVersion !== '' && body.recordVersion !== recordVersion(before)) {
    orThrow(refuse('record-changed'))
  }
  const after = { ...given, admissionDate: given.admissionDate ?? before.admissionDate }
  const errors = inPart('studentData', wrongInStudent(after, today))
  if (errors.length > 0) return orThrow(refuseFields(...errors))

  const changed = changedFields<typeof after>(before, after)
  if (changed) {
    await records.students.save(rollNo, after)
    await records.changes.add({ what: 'record edited', rollNo, ...changed })
  }
  return 'Admission edited successfully' as const
}
