import type { markArrearsPaid as endpoint } from '#contract/leaving.ts'
import { inRupees } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { isCleared, owedBy } from '#domain/removal.ts'
import type { Call } from '#server/http/mount.ts'
import { receivedOn, takePayment } from './take-payment.ts'

/** Takes the whole balance of the latest voucher, posting it if need be; who has left can still pay (decisions 3.removal.pending). */
export async function markArrearsPaid({ params, body, records, today }: Call<typeof endpoint>) {
  const day = receivedOn(body.receivedDate, today)
  const { rollNo } = params
  if (!(await records.students.lock(rollNo))) return orThrow(refuse('student-unknown'))
  const latest = await records.vouchers.lockLatest(rollNo)
  const amount = owedBy(latest)
  if (!latest || isCleared(amount)) return orThrow(refuse('nothing-due'))

  const { voucherNo, posted } = latest
  if (!posted) {
    await records.vouchers.post(voucherNo)
    await records.changes.add({
      what: 'vouchers posted',
      rollNo,
      voucherNo,
      before: { posted },
      after: { posted: true },
    })
  }
  const { receiptNo } = await takePayment(
    records,
    { ...latest, posted: true },
    { amount, expectedBalance: body.expectedBalance ?? null, receivedOn: day, reason: '' },
  )
  return { msg: 'Arrears marked as paid successfully' as const, receiptNo, amount: inRupees(amount) }
}
