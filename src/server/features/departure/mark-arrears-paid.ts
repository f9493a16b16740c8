import type { markArrearsPaid as endpoint } from '#contract/departure.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { paidBy } from '#domain/payment-method.ts'
import { isCleared, owedBy } from '#domain/removal.ts'
import type { CallContext } from '#server/http/call.ts'
import { lockStudent } from '#server/records/students.ts'
import { lockLatestPosted } from '#server/services/lock-latest-posted.ts'
import { receivedOn, takePayment } from '#server/services/take-payment.ts'
import { voidAtRemoval } from '#server/services/void-at-removal.ts'

/** Receives the whole balance of the latest voucher and posts it where needed, also of a student who has left (decisions 3.removal.pending). */
export async function markArrearsPaid({ params, body, scope }: CallContext<typeof endpoint>) {
  const day = receivedOn(body.receivedDate, scope)
  const how = orThrow(paidBy(body, day))
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
    ...how,
  })
  return { msg: 'Arrears marked as paid successfully' as const, receiptNo, amount }
}
