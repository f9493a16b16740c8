import type { studentHistory as endpoint } from '#contract/history.ts'
import { historyFields } from '#domain/history-fields.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { listStudentHistory } from '#server/records/history.ts'
import { findStudent } from '#server/records/students.ts'

/** Every change of a student, newest first, also of one who has left. */
export async function studentHistory({ params, scope }: CallContext<typeof endpoint>) {
  const student = (await findStudent(scope, params.rollNo)) ?? orThrow(refuse('student-unknown'))
  const changes = await listStudentHistory(scope, student.rollNo)
  return {
    msg: 'Student history fetched',
    changes: changes.map(({ before, after, ...change }) => ({
      ...change,
      fields: historyFields(before, after),
    })),
  }
}
