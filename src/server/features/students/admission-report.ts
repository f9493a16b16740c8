import type { admissionReport as endpoint } from '#contract/students.ts'
import type { Call } from '#server/http/mount.ts'
import { preparedList } from '#server/http/prepared-json.ts'

/** Who was admitted and who left between two dates, both inside; an empty list is an answer (spec 8.admission-reports). */
export async function admissionReport({ params, body, records }: Call<typeof endpoint>) {
  const students = await records.studentLists.listAdmissionsAsJson({
    of: params.dataType,
    studentClass: body.selectedClass,
    section: body.selectedSection,
    fromDate: body.fromDate ?? null,
    toDate: body.toDate ?? null,
  })
  return preparedList(students === '[]' ? 'No student found' : 'Students fetched', 'data', students)
}
