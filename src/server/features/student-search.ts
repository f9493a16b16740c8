import type * as contract from '#contract/student-search.ts'
import { readSearch } from '#domain/student-search.ts'
import type { CallContext } from '#server/http/call.ts'
import { searchStudents } from '#server/records/students/student-search.ts'

/** Finds at most ten students, active ones first; an empty list is a reply, not a refusal. */
export async function findStudents({ body, scope }: CallContext<typeof contract.findStudents>) {
  const search = readSearch(body.typed)
  const students = search ? await searchStudents(scope, search) : []
  return { msg: students.length > 0 ? 'Student found' : 'Student not found', students }
}
