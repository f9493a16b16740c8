import type { studentInfo as endpoint } from '#contract/student-edit.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { requireActive } from '#domain/student.ts'
import type { CallContext } from '#server/http/call.ts'
import { findStudentWithFees } from '#server/records/student-with-fees.ts'
import { getFeesReply, getStudentReply, recordVersion } from '#server/services/student-reply.ts'

/** An active student's record with the monthly fee and the one-time fees, pending or on an unpaid latest voucher. */
export async function studentInfo({ params, scope }: CallContext<typeof endpoint>) {
  const found = (await findStudentWithFees(scope, params.rollNo)) ?? orThrow(refuse('student-unknown'))
  const { fees, latest, openVoucher } = found
  const student = orThrow(requireActive(found.student))
  return {
    msg: 'Student info fetched successfully' as const,
    data: {
      studentData: getStudentReply(student, scope.campus),
      recordVersion: recordVersion(student),
      monthlyFeeData: getFeesReply(student, fees, latest),
      openVoucher,
    },
  }
}
