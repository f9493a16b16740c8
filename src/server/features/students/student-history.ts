import type { studentHistory as endpoint } from '#contract/students.ts'
import { historyFields } from '#domain/history-fields.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { Call } from '#server/http/mount.ts'

/** Every change that names a student, newest first, also of who has left. */
export async function studentHistory({ params, records }: Call<typeof endpoint>) {
  const student = (await records.students.find(params.rollNo)) ?? orThrow(refuse('student-unknown'))
  const changes = await records.changes.listOfStudent(student.rollNo)
  return {
    msg: 'Student history fetched',
    changes: changes.map(({ before, after, changedAt, ...change }) => ({
      ...change,
      changedAt: changedAt.toISOString(),
      fields: historyFields(before, after),
    })),
  }
}
