import type * as contract from '#contract/departure.ts'
import { paidBackBy } from '#domain/departure-outcome.ts'
import { less } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { paidBy } from '#domain/payment-method.ts'
import { requireExpectedBalance } from '#domain/payment.ts'
import { refusals } from '#domain/refusals.ts'
import { removeStudent as decideRemoval, isCleared, owedBy } from '#domain/removal.ts'
import { requireActive } from '#domain/student.ts'
import type { CallContext } from '#server/http/call.ts'
import { findStudent, lockStudent } from '#server/records/students/students.ts'
import { findVoucher } from '#server/records/vouchers/vouchers-as-json.ts'
import { lockLatestPosted, saveDepartureWithOutcome } from '#server/services/settle-departure.ts'
import { getStudentReply } from '#server/services/student-reply.ts'
import { receivedOn, takePayment } from '#server/services/take-payment.ts'
import { planVoidedAtRemoval, voidAtRemoval, voidedReply } from '#server/services/void-vouchers.ts'

/** Removes a student, or graduates a student of class 10; record, vouchers and history stay (decisions 4.states). */
export async function removeStudent({ params, body, scope }: CallContext<typeof contract.removeStudent>) {
  const { rollNo } = params
  const { today } = scope
  const refundMethod = body.outcome ? orThrow(paidBackBy(body.outcome, today, 'outcome')) : null
  await lockStudent(scope, rollNo)
  const { studentClass, admissionDate } = orThrow(requireActive(await findStudent(scope, rollNo)))
  const removalDate = body.removalDate ?? today
  const remaining = await voidAtRemoval(scope, rollNo, removalDate)
  orThrow(requireExpectedBalance(owedBy(remaining), body.expectedBalance))
  const { graduated, outcome } = body
  const departure = { studentClass, admissionDate, owed: owedBy(remaining), removalDate, graduated }
  const state = orThrow(decideRemoval({ ...departure, outcome: outcome?.kind ?? null }, today))

  const adjustmentNo = await saveDepartureWithOutcome(scope, rollNo, {
    state,
    leftOn: removalDate,
    outcome: outcome ? { kind: outcome.kind, reason: outcome.reason, paidBy: refundMethod } : null,
  })
  return {
    msg: 'Student removed successfully' as const,
    state,
    ...(adjustmentNo !== null && { adjustmentNo }),
  }
}

/** Reports whether an active student may leave, and the debt if not. */
export async function checkRemoval({ params, query, scope }: CallContext<typeof contract.checkRemoval>) {
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

/** Receives the latest voucher's balance, posting it if needed, even after departure (decisions 3.removal.pending). */
export async function markArrearsPaid({ params, body, scope }: CallContext<typeof contract.markArrearsPaid>) {
  const day = receivedOn(body.receivedDate, scope)
  const method = orThrow(paidBy(body, day))
  const { rollNo } = params
  if (!(await lockStudent(scope, rollNo))) return orThrow(refuse('student-unknown'))
  if (body.removalDate) await voidAtRemoval(scope, rollNo, body.removalDate)
  const latest = await lockLatestPosted(scope, rollNo)
  const amount = owedBy(latest)
  if (!latest || isCleared(amount)) return orThrow(refuse('nothing-due'))

  const { receiptNo } = await takePayment(scope, latest, {
    amount,
    expectedBalance: body.expectedBalance ?? null,
    receivedOn: day,
    reason: '',
    ...method,
  })
  return { msg: 'Arrears marked as paid successfully' as const, receiptNo, amount }
}
