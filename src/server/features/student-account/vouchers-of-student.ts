import { refusals } from '#contract/refusals.ts'
import type { vouchersOfStudent as endpoint } from '#contract/student-account.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { preparedItem } from '#server/http/prepared-json.ts'
import { findStudent } from '#server/records/students.ts'
import { listStudentVouchersAsJson } from '#server/records/vouchers-as-json.ts'

/** The vouchers of a student, also of one who has left, oldest first; an empty list is a reply, not a refusal (spec 7.finances.vouchers-of-student). */
export async function vouchersOfStudent({ params, scope }: CallContext<typeof endpoint>) {
  const { rollNo, status } = params
  if (!(await findStudent(scope, rollNo))) return orThrow(refuse('student-unknown'))
  const vouchers = await listStudentVouchersAsJson(scope, rollNo, status)
  return preparedItem(
    vouchers === '[]' ? refusals['no-vouchers'].msg : 'Vouchers found',
    'vouchers',
    vouchers,
  )
}
