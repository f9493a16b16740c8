import type { admissionReport as endpoint } from '#contract/admission-report.ts'
import { refusals } from '#contract/refusals.ts'
import type { CallContext } from '#server/http/call.ts'
import { preparedItem } from '#server/http/prepared-json.ts'
import { listAdmissionsAsJson } from '#server/records/student-lists.ts'

/** Students admitted, or left, between two dates, both included; an empty list is a reply, not a refusal (spec 8.admission-reports). */
export async function admissionReport({ params, body, scope }: CallContext<typeof endpoint>) {
  const students = await listAdmissionsAsJson(scope, {
    of: params.dataType,
    studentClass: body.selectedClass,
    section: body.selectedSection,
    fromDate: body.fromDate ?? null,
    toDate: body.toDate ?? null,
  })
  return preparedItem(students === '[]' ? refusals['no-students'].msg : 'Students fetched', 'data', students)
}
