import type { checkRemoval as endpoint } from '#contract/departure.ts'
import { refusals } from '#contract/refusals.ts'
import { less } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { isCleared, owedBy } from '#domain/removal.ts'
import { requireActive } from '#domain/student.ts'
import type { CallContext } from '#server/http/call.ts'
import { findStudent } from '#server/records/students.ts'
import { findVoucher } from '#server/records/vouchers-as-json.ts'
import { getStudentReply } from '#server/services/student-reply.ts'
import { planVoidedAtRemoval, voidedReply } from '#server/services/void-at-removal.ts'

/** Whether an active student may leave, and what is owed if not. */
export async function checkRemoval({ params, query, scope }: CallContext<typeof endpoint>) {
  const student = orThrow(requireActive(await findStudent(scope, params.rollNo)))
  const removalDate = query.removalDate ?? scope.today
  const { voided, left: latest, posted } = await planVoidedAtRemoval(scope, student.rollNo, removalDate)
  const owed = owedBy(latest)
  const feesCleared = isCleared(owed)
  return {
    msg: feesCleared ? 'Student info fetched successfully' : refusals['fees-pending'].msg,
    data: {
      studentData: getStudentReply(student, scope.campus),
      feesCleared,
      arrears: owed,
      notPosted: less(owed, owedBy(posted)),
      voided: voided.map(voidedReply),
      voucher: latest && (await findVoucher(scope, latest.voucherNo)),
    },
  }
}
