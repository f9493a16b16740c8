import type { studentList as endpoint } from '#contract/student-list.ts'
import type { CallContext } from '#server/http/call.ts'
import { preparedItem } from '#server/http/prepared-json.ts'
import { listActiveStudentsAsJson } from '#server/records/student-lists.ts'

/** The active students in class order, then section, then roll number (decisions 4.order). */
export async function studentList({ params, scope }: CallContext<typeof endpoint>) {
  const students = await listActiveStudentsAsJson(scope, params)
  return preparedItem('Student list fetched successfully', 'data', students)
}
