import type { checkRemoval as checkEndpoint, removeStudent as endpoint } from '#contract/leaving.ts'
import { refusals } from '#contract/refusals.ts'
import { voucherOnWire } from '#contract/vouchers.ts'
import { inRupees } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { isCleared, owedBy, removeStudent as decide } from '#domain/removal.ts'
import { requireActive } from '#domain/student.ts'
import type { Call } from '#server/http/mount.ts'
import { studentOnWire } from '#server/http/student-on-wire.ts'

/** Whether an active student may leave, and what is owed if not. */
export async function checkRemoval({ params, records, staff }: Call<typeof checkEndpoint>) {
  const student = orThrow(requireActive(await records.students.find(params.rollNo)))
  const latest = await records.vouchers.findLatest(student.rollNo)
  const owed = owedBy(latest)
  const feesCleared = isCleared(owed)
  return {
    msg: feesCleared ? 'Student info fetched successfully' : refusals['fees-pending'].msg,
    data: {
      studentData: studentOnWire(student, staff.campus),
      feesCleared,
      arrears: inRupees(owed),
      voucher: latest && voucherOnWire.parse(await records.vouchers.findAsJson(latest.voucherNo)),
    },
  }
}

/** A student leaves, or graduates from class 10; record, vouchers and history stay (decisions 4.states). */
export async function removeStudent({ params, body, records, today }: Call<typeof endpoint>) {
  const { rollNo } = params
  await records.students.lock(rollNo)
  const { studentClass, admissionDate } = orThrow(requireActive(await records.students.find(rollNo)))
  const owed = owedBy(await records.vouchers.lockLatest(rollNo))
  const removalDate = body.removalDate ?? today
  const { graduated } = body
  const state = orThrow(decide({ studentClass, admissionDate, owed, removalDate, graduated }, today))

  await records.students.leave(rollNo, state, removalDate)
  await records.changes.add({
    what: state === 'graduated' ? 'student graduated' : 'student removed',
    rollNo,
    before: { state: 'active' },
    after: { state, removalDate },
  })
  return { msg: 'Student removed successfully' as const, state }
}
