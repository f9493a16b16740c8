import type * as contract from '#contract/history.ts'
import { historyFields } from '#domain/history-fields.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { changeKinds, listCampusHistory, listStudentHistory } from '#server/records/history.ts'
import { findStudent } from '#server/records/students/students.ts'

/** Returns every change of a student, newest first, even after departure. */
export async function studentHistory({ params, scope }: CallContext<typeof contract.studentHistory>) {
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

const pageSize = 200

/** Returns the campus's changes with their users, newest first; reads one extra line to find out if there are more. */
export async function campusHistory({ body, scope }: CallContext<typeof contract.campusHistory>) {
  const lines = await listCampusHistory(scope, body, pageSize + 1)
  return {
    msg: 'History fetched successfully',
    kinds: [...changeKinds],
    changes: lines.slice(0, pageSize).map(({ before, after, ...change }) => ({
      ...change,
      fields: historyFields(before, after),
    })),
    more: lines.length > pageSize,
  }
}
