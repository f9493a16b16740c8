import type { findStudents as endpoint } from '#contract/student-search.ts'
import { readSearch } from '#domain/student-search.ts'
import type { CallContext } from '#server/http/call.ts'
import { searchStudents } from '#server/records/student-search.ts'

/** Finds as one types: at most ten students, those at school first; nothing found is an answer. */
export async function findStudents({ params, scope }: CallContext<typeof endpoint>) {
  const search = readSearch(params.typed)
  const students = search ? await searchStudents(scope, search) : []
  return { msg: students.length > 0 ? 'Student found' : 'Student not found', students }
}
