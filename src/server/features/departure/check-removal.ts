import type { checkRemoval as endpoint } from '#contract/departure.ts'
import { refusals } from '#contract/refusals.ts'
import { voucherOnWire } from '#contract/voucher.ts'
import { inRupees } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { isCleared, owedBy } from '#domain/removal.ts'
import { requireActive } from '#domain/student.ts'
import type { CallContext } from '#server/http/call.ts'
import { findStudent } from '#server/records/students.ts'
import { findLatestVoucher } from '#server/records/vouchers.ts'
import { findVoucherAsJson } from '#server/records/vouchers-as-json.ts'
import { studentOnWire } from '#server/services/student-on-wire.ts'

/** Whether an active student may leave, and what is owed if not. */
export async function checkRemoval({ params, scope }: CallContext<typeof endpoint>) {
  const student = orThrow(requireActive(await findStudent(scope, params.rollNo)))
  const latest = await findLatestVoucher(scope, student.rollNo)
  const owed = owedBy(latest)
  const feesCleared = isCleared(owed)
  return {
    msg: feesCleared ? 'Student info fetched successfully' : refusals['fees-pending'].msg,
    data: {
      studentData: studentOnWire(student, scope.campus),
      feesCleared,
      arrears: inRupees(owed),
      voucher: latest && voucherOnWire.parse(await findVoucherAsJson(scope, latest.voucherNo)),
    },
  }
}
