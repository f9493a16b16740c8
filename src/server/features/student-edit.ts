import type * as contract from '#contract/student-edit.ts'
import { judgeFeeEdit } from '#domain/approval.ts'
import { firstOfMonth, monthOf, type CalendarDate, type Month } from '#domain/calendar.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { feeErrors, monthlyFeeOf, monthOfFees, type Fees } from '#domain/fee.ts'
import { orThrow, prefixFields, refuse, refuseFields } from '#domain/outcome.ts'
import { requireExpectedBalance } from '#domain/payment.ts'
import { owedBy } from '#domain/removal.ts'
import { requireActive, studentErrors, type StudentRecord } from '#domain/student.ts'
import { netBalance, thisMonth } from '#domain/voucher-amounts.ts'
import { repriceVoucher as decideRepricing, voucherToReprice, type Voucher } from '#domain/voucher.ts'
import type { CallContext } from '#server/http/call.ts'
import { findFees, saveOneTimeFees, setMonthlyFeesFrom } from '#server/records/fees.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import {
  findStudent,
  findStudentWithFees,
  lockStudent,
  updateStudents,
} from '#server/records/students/students.ts'
import { settleCarried } from '#server/records/vouchers/voucher-chain.ts'
import { findVoucher } from '#server/records/vouchers/vouchers-as-json.ts'
import {
  findLatestVoucher,
  lockLatestVoucher,
  saveRepricedVoucher,
} from '#server/records/vouchers/vouchers.ts'
import { requireApproval } from '#server/services/approval.ts'
import { getFeesReply, getStudentReply, recordVersion } from '#server/services/student-reply.ts'

/** Re-prices a locked, unpaid latest voucher; writes nothing if no fee differs. */
async function repriceVoucher(scope: Scope, voucher: Voucher, fees: Fees): Promise<void> {
  const { voucherNo, rollNo, received, adjusted } = voucher
  const repriced = orThrow(decideRepricing(voucher, voucherNo, fees))
  const changed = changedFields<Fees>(voucher, fees)
  if (!changed) return
  await saveRepricedVoucher(scope, voucherNo, repriced)
  if (repriced.paid) await settleCarried(scope, voucherNo, true)
  await writeHistory(scope, {
    what: 'voucher re-priced',
    rollNo,
    voucherNo,
    before: { ...changed.before, amount: thisMonth(voucher), balance: netBalance(voucher) },
    after: {
      ...changed.after,
      amount: thisMonth(repriced),
      balance: netBalance({ ...repriced, received, adjusted }),
    },
  })
}

/** Re-prices an unpaid latest voucher; without one, one-time fees wait for the next voucher (decisions 3.fees.edit). */
export async function editFees({ body, scope }: CallContext<typeof contract.editFees>) {
  const { rollNo, newFee } = body
  const { today } = scope
  const errors = prefixFields('newFee', feeErrors(newFee))
  if (errors.length > 0) return orThrow(refuseFields(...errors))
  await lockStudent(scope, rollNo)
  orThrow(requireActive(await findStudent(scope, rollNo)))
  const latest = await lockLatestVoucher(scope, rollNo)
  orThrow(requireExpectedBalance(owedBy(latest), body.expectedBalance))

  const open = voucherToReprice(latest)
  const shownFees = await requireFees(scope, rollNo, monthOfFees(open, today))
  const after = open ? { ...shownFees, ...monthlyFeeOf(newFee) } : newFee
  // A voucher that replaces the edited one takes the fee of its month, which may be an earlier month.
  const month = open?.month ?? monthOf(today)
  const before = changedFields(shownFees, after) ? shownFees : await requireFees(scope, rollNo, month)
  await requireApprovalOfEdit(scope, body, { open, before, after })
  const isThisMonth = firstOfMonth(month) === firstOfMonth(monthOf(today))
  await saveFees(scope, rollNo, { before, after, from: isThisMonth ? today : firstOfMonth(month) })
  if (open) await repriceVoucher(scope, open, newFee)
  return {
    msg: 'Voucher edited successfully' as const,
    voucher: open && (await findVoucher(scope, open.voucherNo)),
  }
}

const requireFees = async (scope: Scope, rollNo: number, month: Month): Promise<Fees> =>
  (await findFees(scope, rollNo, month)) ?? orThrow(refuse('student-unknown'))

interface EditToJudge {
  readonly open: Voucher | null
  readonly before: Fees
  readonly after: Fees
}

/** Requires a second person if a re-priced posted voucher or a lower fee needs one. */
async function requireApprovalOfEdit(
  scope: Scope,
  { rollNo, newFee, reason }: CallContext<typeof contract.editFees>['body'],
  { open, before, after }: EditToJudge,
): Promise<void> {
  if (!changedFields(before, after) && !(open && changedFields<Fees>(open, newFee))) return
  const latest = open ?? (await findLatestVoucher(scope, rollNo))
  await requireApproval(scope, {
    ...judgeFeeEdit(open, newFee, { before, after }),
    voucherNo: open?.voucherNo ?? null,
    act: 'editFees',
    moneyFrom: { voucherNo: latest?.voucherNo ?? '' },
    rollNo,
    reason,
  })
}

interface FeeEdit {
  readonly before: Fees
  readonly after: Fees
  /** The day from which the new monthly fee applies. */
  readonly from: CalendarDate
}

async function saveFees(scope: Scope, rollNo: number, { before, after, from }: FeeEdit): Promise<void> {
  const changed = changedFields(before, after)
  if (!changed) return
  const isNewFee = 'monthlyFee' in changed.after || 'discount' in changed.after
  const changeNo = await writeHistory(scope, {
    what: 'fees changed',
    rollNo,
    // The list of a student's fee changes shows both fee and discount.
    before: { ...(isNewFee && monthlyFeeOf(before)), ...changed.before },
    after: { ...(isNewFee && { ...monthlyFeeOf(after), feeChangeDate: from }), ...changed.after },
  })
  await saveOneTimeFees(scope, rollNo, after)
  if (isNewFee)
    await setMonthlyFeesFrom(scope, monthOf(from), [{ rollNo, fee: monthlyFeeOf(after), changeNo }])
}

/** Returns a student with fees; the one-time fees are pending, or on an unpaid latest voucher. */
export async function studentInfo({ params, scope }: CallContext<typeof contract.studentInfo>) {
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

/** Edits a student's record; the numbers stay, and vouchers keep their class (spec 2.edit-admissions). */
export async function editStudent({ body, scope }: CallContext<typeof contract.editStudent>) {
  const { rollNo, ...editedRecord } = body.studentData
  await lockStudent(scope, rollNo)
  const before = orThrow(requireActive(await findStudent(scope, rollNo)))
  if (body.recordVersion !== '' && body.recordVersion !== recordVersion(before)) {
    orThrow(refuse('record-changed'))
  }
  const after = { ...editedRecord, admissionDate: editedRecord.admissionDate ?? before.admissionDate }
  const errors = prefixFields('studentData', studentErrors(after, scope.today))
  if (errors.length > 0) return orThrow(refuseFields(...errors))

  const changed = changedFields<StudentRecord>(before, after)
  if (changed) {
    await updateStudents(scope, [{ rollNo, record: after }])
    await writeHistory(scope, { what: 'record edited', rollNo, ...changed })
  }
  return 'Admission edited successfully' as const
}
