import { less, type Money } from '#domain/money.ts'
import { orThrow, refuse, refuseFields } from '#domain/outcome.ts'
import { requireExpectedBalance, type Settlement } from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { writeHistory } from '#server/records/history.ts'
import {
  insertAdjustment,
  takeAdjustmentNo,
  type AdjustmentToWrite,
} from '#server/records/receipts/adjustments.ts'
import type { Scope } from '#server/records/scope.ts'
import { lockStudent } from '#server/records/students/students.ts'
import {
  findBalance,
  findLatestVoucher,
  lockLastPostedVoucher,
  lockLaterVouchers,
} from '#server/records/vouchers/vouchers.ts'
import { settleChain, type LockedVoucher } from './take-payment.ts'

/** The last posted voucher of a student and the unposted vouchers after it, all locked. */
export interface LockedLastVouchers {
  readonly posted: LockedVoucher
  readonly later: readonly LockedVoucher[]
}

/** Locks a student's last vouchers. Refuses if none is posted, or if the balance has changed since the clerk saw it. */
export async function lockLastVouchers(
  scope: Scope,
  rollNo: number,
  expectedBalance?: Money,
): Promise<LockedLastVouchers> {
  if (!(await lockStudent(scope, rollNo))) return orThrow(refuse('student-unknown'))
  const posted = await lockLastPostedVoucher(scope, rollNo)
  if (!posted) {
    const latest = await findLatestVoucher(scope, rollNo)
    return orThrow(refuse(latest ? 'voucher-not-posted' : 'no-vouchers'))
  }
  orThrow(requireExpectedBalance(netBalance(posted), expectedBalance))
  return { posted, later: await lockLaterVouchers(scope, posted) }
}

/** Refuses if the screen sent the balance that the clerk saw and the balance has changed since. */
export async function requireBalanceOf(
  scope: Scope,
  rollNo: number,
  expectedBalance: Money | undefined,
): Promise<void> {
  orThrow(requireExpectedBalance(await findBalance(scope, rollNo), expectedBalance))
}

/** Locks two students in the order of their numbers to prevent deadlocks; `field` is the field of the other student. */
export async function lockStudents(
  scope: Scope,
  rollNo: number,
  otherNo: number,
  field: string,
): Promise<void> {
  if (rollNo === otherNo) return orThrow(refuseFields({ field, message: 'Choose another student' }))
  for (const number of [rollNo, otherNo].toSorted((one, other) => one - other)) {
    if (await lockStudent(scope, number)) continue
    if (number === rollNo) return orThrow(refuse('student-unknown'))
    return orThrow(refuseFields({ field, message: 'Student does not exist' }))
  }
}

export type AdjustmentToMake = Omit<AdjustmentToWrite, 'rollNo' | 'voucherNo' | 'amount'>

/** The number of the adjustment, and the student's balance after it. */
export interface AdjustmentMade {
  readonly adjustmentNo: number
  readonly balance: Money
}

/** Writes an adjustment of locked vouchers, by default with the next number, and a history entry; settles the chain. */
export async function adjustBalance(
  scope: Scope,
  { posted, later }: LockedLastVouchers,
  settlement: Settlement,
  adjustment: AdjustmentToMake,
  givenNo?: number,
): Promise<AdjustmentMade> {
  const { rollNo, voucherNo } = posted
  const before = netBalance(posted)
  const amount = less(settlement.balance, before)
  const adjustmentNo = givenNo ?? (await takeAdjustmentNo(scope))
  await insertAdjustment(scope, adjustmentNo, { ...adjustment, rollNo, voucherNo, amount })
  const { kind, reason } = adjustment
  await writeHistory(scope, {
    what: 'balance adjusted',
    rollNo,
    voucherNo,
    before: { balance: before },
    after: { balance: settlement.balance, adjustmentNo, kind, reason },
  })
  await settleChain(scope, posted, settlement, later)
  return { adjustmentNo, balance: settlement.balance }
}
