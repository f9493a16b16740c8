import type * as contract from '#contract/fee-change.ts'
import { lowered } from '#domain/approval.ts'
import { dateAt, formatMonth, monthOf } from '#domain/calendar.ts'
import { feeErrors, monthlyFeeOf, requireFeeChange } from '#domain/fee.ts'
import { formatRupees, nothing } from '#domain/money.ts'
import { orThrow, prefixFields, refuse, refuseFields } from '#domain/outcome.ts'
import { requireActive } from '#domain/student.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { CallContext } from '#server/http/call.ts'
import { findFees, listFeeChanges, listFeeSchedule, setMonthlyFeesFrom } from '#server/records/fees.ts'
import { writeHistory } from '#server/records/history.ts'
import { findStudent, lockStudent } from '#server/records/students/students.ts'
import { findLatestVoucher } from '#server/records/vouchers/vouchers.ts'
import { requireApproval } from '#server/services/approval.ts'

/** Changes the fee of a month and all later ones; vouchers stay (decisions 3.fees.change, decisions 6.fee-change). */
export async function changeFee({ params, body, scope }: CallContext<typeof contract.changeFee>) {
  const { rollNo } = params
  const errors = prefixFields('newFee', feeErrors(body.newFee))
  if (errors.length > 0) return orThrow(refuseFields(...errors))
  await lockStudent(scope, rollNo)
  orThrow(requireActive(await findStudent(scope, rollNo)))
  const feeChangeDate = body.newFee.feeChangeDate ?? scope.today
  const month = monthOf(feeChangeDate)
  const fees = (await findFees(scope, rollNo, month)) ?? orThrow(refuse('student-unknown'))
  const newFee = orThrow(requireFeeChange(fees, monthlyFeeOf(body.newFee)))

  const before = netMonthlyFee(fees)
  const after = netMonthlyFee(newFee)
  const latest = await findLatestVoucher(scope, rollNo)
  await requireApproval(scope, {
    act: 'changeFee',
    moneyFrom: { voucherNo: latest?.voucherNo ?? '' },
    rollNo,
    voucherNo: null,
    amount: lowered(before, after),
    balanceChange: nothing,
    words: `Net monthly fee ${formatRupees(before)} changed to ${formatRupees(after)} from ${formatMonth(month)}`,
    reason: body.reason,
  })

  const changeNo = await writeHistory(scope, {
    what: 'fee changed',
    rollNo,
    before: { ...monthlyFeeOf(fees) },
    after: { ...newFee, feeChangeDate, ...(body.reason !== '' && { reason: body.reason }) },
  })
  await setMonthlyFeesFrom(scope, month, [{ rollNo, fee: newFee, changeNo }])
  const schedule = await listFeeSchedule(scope, rollNo)
  const plannedFees = schedule.filter(({ from }) => from && from > feeChangeDate)
  return { msg: 'Student fee changed successfully' as const, plannedFees }
}

/** Returns the fee by month, and its changes from every screen, newest first. */
export async function feeChanges({ params, scope }: CallContext<typeof contract.feeChanges>) {
  if (!(await findStudent(scope, params.rollNo))) return orThrow(refuse('student-unknown'))
  const changes = await listFeeChanges(scope, params.rollNo)
  const schedule = await listFeeSchedule(scope, params.rollNo)
  return {
    msg: 'Fee changes fetched',
    schedule,
    changes: changes.map((change) => ({
      ...change,
      feeChangeDate: change.feeChangeDate ?? dateAt(change.changedAt),
    })),
  }
}
