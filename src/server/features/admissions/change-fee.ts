import type { changeFee as endpoint, feeChanges as feeChangesEndpoint } from '#contract/admissions.ts'
import { dateAt } from '#domain/calendar.ts'
import { monthlyFeeOf, requireFeeChange, wrongInFees, type MonthlyFee } from '#domain/fee.ts'
import { inRupees } from '#domain/money.ts'
import { inPart, orRefuse, refuse, refuseFields } from '#domain/outcome.ts'
import { requireActive } from '#domain/student.ts'
import type { Call } from '#server/http/mount.ts'

/** Changes monthly fee and discount from the next voucher on; the vouchers that are written stay as they are (decisions §3). */
export async function changeFee({ params, body, records, today }: Call<typeof endpoint>) {
  const { rollNo } = params
  const errors = inPart('newFee', wrongInFees(body.newFee))
  if (errors.length > 0) return orRefuse(refuseFields(...errors))
  await records.students.lock(rollNo)
  orRefuse(requireActive(await records.students.find(rollNo)))
  const fees = (await records.fees.find(rollNo)) ?? orRefuse(refuse('student-unknown'))
  const newFee = orRefuse(requireFeeChange(fees, monthlyFeeOf(body.newFee)))

  await records.fees.save(rollNo, { ...fees, ...newFee })
  await records.changes.add({
    what: 'fee changed',
    rollNo,
    before: { ...monthlyFeeOf(fees) },
    after: { ...newFee, feeChangeDate: body.newFee.feeChangeDate ?? today },
  })
  return { msg: 'Student fee changed successfully' as const }
}

const onWire = ({ monthlyFee, discount }: MonthlyFee) => ({
  monthlyFee: inRupees(monthlyFee),
  discount: inRupees(discount),
})

/** A student's changes of monthly fee and discount, newest first, whichever screen made them. */
export async function listFeeChanges({ params, records }: Call<typeof feeChangesEndpoint>) {
  if (!(await records.students.find(params.rollNo))) return orRefuse(refuse('student-unknown'))
  const changes = await records.fees.listChanges(params.rollNo)
  return {
    msg: 'Fee changes fetched',
    changes: changes.map(({ feeChangeDate, changedAt, from, to, ...change }) => ({
      feeChangeDate: feeChangeDate ?? dateAt(changedAt),
      changedAt: changedAt.toISOString(),
      changedBy: change.changedBy,
      changedByName: change.changedByName,
      from: onWire(from),
      to: onWire(to),
    })),
  }
}
