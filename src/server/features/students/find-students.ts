import type { findStudents as endpoint } from '#contract/students.ts'
import { readSearch } from '#domain/student-search.ts'
import type { Call } from '#server/http/mount.ts'

/** Finds as one types: at most ten students, those at school first; nothing found is an answer. */
export async function findStudents({ params, records }: Call<typeof endpoint>) {
  const search = readSearch(params.typed)
  const students = search ? await records.studentSearch.find(search) : []
  return { msg: students.length > 0 ? 'Student found' : 'Student not found', students }
}
