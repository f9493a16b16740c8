import type { changeFee as endpoint, feeChanges as feeChangesEndpoint } from '#contract/admissions.ts'
import { dateAt, monthOf } from '#domain/calendar.ts'
import { monthlyFeeOf, requireFeeChange, wrongInFees, type MonthlyFee } from '#domain/fee.ts'
import { inRupees } from '#domain/money.ts'
import { inPart, orThrow, refuse, refuseFields } from '#domain/outcome.ts'
import { requireActive } from '#domain/student.ts'
import type { Call } from '#server/http/mount.ts'
import { datedFeeOnWire } from '#server/http/student-on-wire.ts'

/**
 * Changes monthly fee and discount for the vouchers of a month and later ones; earlier months keep the fee in force
 * then, and vouchers that exist stay as they are (decisions 3.fees.change, decisions 6.fee-change).
 */
export async function changeFee({ params, body, records, today }: Call<typeof endpoint>) {
  const { rollNo } = params
  const errors = inPart('newFee', wrongInFees(body.newFee))
  if (errors.length > 0) return orThrow(refuseFields(...errors))
  await records.students.lock(rollNo)
  orThrow(requireActive(await records.students.find(rollNo)))
  const feeChangeDate = body.newFee.feeChangeDate ?? today
  const month = monthOf(feeChangeDate)
  const fees = (await records.fees.find(rollNo, month)) ?? orThrow(refuse('student-unknown'))
  const newFee = orThrow(requireFeeChange(fees, monthlyFeeOf(body.newFee)))

  const changeNo = await records.changes.add({
    what: 'fee changed',
    rollNo,
    before: { ...monthlyFeeOf(fees) },
    after: { ...newFee, feeChangeDate },
  })
  await records.fees.setFrom(rollNo, month, newFee, changeNo)
  return { msg: 'Student fee changed successfully' as const }
}

const onWire = ({ monthlyFee, discount }: MonthlyFee) => ({
  monthlyFee: inRupees(monthlyFee),
  discount: inRupees(discount),
})

/** A student's monthly fee by month, and its changes, newest first, whichever screen made them. */
export async function listFeeChanges({ params, records }: Call<typeof feeChangesEndpoint>) {
  if (!(await records.students.find(params.rollNo))) return orThrow(refuse('student-unknown'))
  const changes = await records.fees.listChanges(params.rollNo)
  const schedule = await records.fees.listSchedule(params.rollNo)
  return {
    msg: 'Fee changes fetched',
    schedule: schedule.map(datedFeeOnWire),
    changes: changes.map(({ feeChangeDate, changedAt, changedBy, changedByName, from, to }) => ({
      feeChangeDate: feeChangeDate ?? dateAt(changedAt),
      changedAt: changedAt.toISOString(),
      changedBy,
      changedByName,
      from: onWire(from),
      to: onWire(to),
    })),
  }
}
