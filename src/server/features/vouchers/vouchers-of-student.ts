import { refusals } from '#contract/refusals.ts'
import type { vouchersOfStudent as endpoint } from '#contract/student-vouchers.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { Call } from '#server/http/mount.ts'
import { preparedList } from '#server/http/prepared-json.ts'

/** The vouchers of a student, also of one who has left, in the order of their making; an empty list is an answer (spec 7.finances.vouchers-of-student). */
export async function vouchersOfStudent({ params, records }: Call<typeof endpoint>) {
  const { rollNo, status } = params
  if (!(await records.students.find(rollNo))) return orThrow(refuse('student-unknown'))
  const vouchers = await records.vouchers.listOfStudentAsJson(rollNo, status)
  return preparedList(
    vouchers === '[]' ? refusals['no-vouchers'].msg : 'Vouchers found',
    'vouchers',
    vouchers,
  )
}
