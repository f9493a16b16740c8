import type { editFees as endpoint } from '#contract/admissions.ts'
import { voucherOnWire } from '#contract/vouchers.ts'
import { firstOfMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { monthlyFeeOf, monthOfFees, wrongInFees, type Fees } from '#domain/fee.ts'
import { inPart, orThrow, refuse, refuseFields } from '#domain/outcome.ts'
import { requireActive } from '#domain/student.ts'
import { netBalance, thisMonth } from '#domain/voucher-amounts.ts'
import { balanceAsSeen, repriceVoucher, type Voucher } from '#domain/voucher.ts'
import type { Call } from '#server/http/mount.ts'

type Records = Call<typeof endpoint>['records']

/** Sets a student's fees; the latest voucher takes them where it is unpaid, else those charged once wait for the next (decisions 3.fees.edit). */
export async function editFees({ body, records, today }: Call<typeof endpoint>) {
  const { rollNo, newFee } = body
  const errors = inPart('newFee', wrongInFees(newFee))
  if (errors.length > 0) return orThrow(refuseFields(...errors))
  await records.students.lock(rollNo)
  orThrow(requireActive(await records.students.find(rollNo)))
  const latest = await records.vouchers.lockLatest(rollNo)
  orThrow(balanceAsSeen(latest, body.expectedBalance ?? null))

  const open = latest && !latest.paid ? latest : null
  const month = monthOfFees(open, today)
  const before = (await records.fees.find(rollNo, month)) ?? orThrow(refuse('student-unknown'))
  const after = open ? { ...before, ...monthlyFeeOf(newFee) } : newFee
  const isThisMonth = firstOfMonth(month) === firstOfMonth(monthOf(today))
  await saveFees(records, rollNo, { before, after, from: isThisMonth ? today : firstOfMonth(month) })
  if (open) await reprice(records, open, newFee)
  return {
    msg: 'Voucher edited successfully' as const,
    voucher: open && voucherOnWire.parse(await records.vouchers.findAsJson(open.voucherNo)),
  }
}

interface FeeEdit {
  readonly before: Fees
  readonly after: Fees
  /** From which day the monthly fee counts. */
  readonly from: CalendarDate
}

async function saveFees(records: Records, rollNo: number, { before, after, from }: FeeEdit): Promise<void> {
  const changed = changedFields(before, after)
  if (!changed) return
  const isNewFee = 'monthlyFee' in changed.after || 'discount' in changed.after
  const changeNo = await records.changes.add({
    what: 'fees changed',
    rollNo,
    // Fee and discount are written together: the list of a student's fee changes shows both.
    before: { ...(isNewFee && monthlyFeeOf(before)), ...changed.before },
    after: { ...(isNewFee && { ...monthlyFeeOf(after), feeChangeDate: from }), ...changed.after },
  })
  await records.fees.saveOneTime(rollNo, after)
  if (isNewFee) await records.fees.setFrom(rollNo, monthOf(from), monthlyFeeOf(after), changeNo)
}

async function reprice(records: Records, voucher: Voucher, fees: Fees): Promise<void> {
  const { voucherNo, rollNo, received } = voucher
  const repriced = orThrow(repriceVoucher(voucher, voucherNo, fees))
  const changed = changedFields<Fees>(voucher, fees)
  if (!changed) return
  await records.vouchers.reprice(voucherNo, repriced)
  if (repriced.paid) await records.vouchers.settleCarried(voucherNo, true)
  await records.changes.add({
    what: 'voucher re-priced',
    rollNo,
    voucherNo,
    before: { ...changed.before, amount: thisMonth(voucher), balance: netBalance(voucher) },
    after: {
      ...changed.after,
      amount: thisMonth(repriced),
      balance: netBalance({ ...repriced, received }),
    },
  })
}
