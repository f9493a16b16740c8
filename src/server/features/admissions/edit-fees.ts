import type { editFees as endpoint } from '#contract/admissions.ts'
import { voucherOnWire } from '#contract/vouchers.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { monthlyFeeOf, wrongInFees, type Fees } from '#domain/fee.ts'
import { inPart, orRefuse, refuse, refuseFields } from '#domain/outcome.ts'
import { requireActive } from '#domain/student.ts'
import { netBalance, thisMonth } from '#domain/voucher-amounts.ts'
import { balanceAsSeen, repriceVoucher, type Voucher } from '#domain/voucher.ts'
import type { Call } from '#server/http/mount.ts'

type Records = Call<typeof endpoint>['records']

/** Sets a student's fees; the latest voucher takes them where it is unpaid, else those charged once wait for the next (decisions §3). */
export async function editFees({ body, records }: Call<typeof endpoint>) {
  const { rollNo, newFee } = body
  const errors = inPart('newFee', wrongInFees(newFee))
  if (errors.length > 0) return orRefuse(refuseFields(...errors))
  await records.students.lock(rollNo)
  orRefuse(requireActive(await records.students.find(rollNo)))
  const before = (await records.fees.find(rollNo)) ?? orRefuse(refuse('student-unknown'))
  const latest = await records.vouchers.lockLatest(rollNo)
  orRefuse(balanceAsSeen(latest, body.expectedBalance ?? null))

  const open = latest && !latest.paid ? latest : null
  await saveFees(records, rollNo, before, open ? { ...before, ...monthlyFeeOf(newFee) } : newFee)
  if (open) await reprice(records, open, newFee)
  return {
    msg: 'Voucher edited successfully' as const,
    voucher: open && voucherOnWire.parse(await records.vouchers.findAsJson(open.voucherNo)),
  }
}

async function saveFees(records: Records, rollNo: number, before: Fees, after: Fees): Promise<void> {
  const changed = changedFields(before, after)
  if (!changed) return
  await records.fees.save(rollNo, after)
  await records.changes.add({
    what: 'fees changed',
    rollNo,
    // Fee and discount always stand together: the list of a student's fee changes tells both.
    before: { ...monthlyFeeOf(before), ...changed.before },
    after: { ...monthlyFeeOf(after), ...changed.after },
  })
}

async function reprice(records: Records, voucher: Voucher, fees: Fees): Promise<void> {
  const { voucherNo, rollNo, received } = voucher
  const repriced = orRefuse(repriceVoucher(voucher, voucherNo, fees))
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
