import type { studentList as endpoint } from '#contract/students.ts'
import type { Call } from '#server/http/mount.ts'
import { preparedList } from '#server/http/prepared-json.ts'

/** The active students in class order, then section, then roll number (decisions 4.order). */
export async function studentList({ params, records }: Call<typeof endpoint>) {
  const students = await records.studentLists.listActiveAsJson(params)
  return preparedList('Student list fetched successfully', 'data', students)
}
