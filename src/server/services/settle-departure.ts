import { lowerDebt, takeAdvance } from '#domain/adjustment.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { departureOutcomeWords, type DepartureOutcome } from '#domain/departure-outcome.ts'
import { absolute, formatRupees, less, opposite } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import type { PaidBy } from '#domain/payment-method.ts'
import { owedBy } from '#domain/removal.ts'
import type { StateAfter } from '#domain/student.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { saveDeparture } from '#server/records/students/students.ts'
import {
  findBalance,
  findLatestVoucher,
  lockLatestVoucher,
  markPosted,
} from '#server/records/vouchers/vouchers.ts'
import { adjustBalance, lockLastVouchers, type AdjustmentMade } from './adjust-balance.ts'
import { requireApproval } from './approval.ts'
import type { LockedVoucher } from './take-payment.ts'

export interface OutcomeToSettle {
  readonly kind: DepartureOutcome
  readonly reason: string
  /** The method by which an advance is paid back; null for a debt. */
  readonly paidBy: PaidBy | null
}

export interface DepartureToSave {
  readonly state: StateAfter
  readonly leftOn: CalendarDate
  /** Null if the balance stays as it is. */
  readonly outcome: OutcomeToSettle | null
}

/**
 * Marks a locked student as left or graduated, settles the balance by the outcome, and writes a history entry. The
 * caller has checked the rules and voided vouchers of later months. Returns the number of the adjustment, or null.
 */
export async function saveDepartureWithOutcome(
  scope: Scope,
  rollNo: number,
  { state, leftOn, outcome }: DepartureToSave,
): Promise<number | null> {
  const settled = outcome && (await settle(scope, rollNo, outcome))
  const { adjustmentNo = null } = settled ?? {}
  await saveDeparture(scope, rollNo, state, leftOn)
  await writeHistory(scope, {
    what: state === 'graduated' ? 'student graduated' : 'student removed',
    rollNo,
    before: { state: 'active' },
    after: {
      state,
      removalDate: leftOn,
      ...(outcome && { outcome: outcome.kind, reason: outcome.reason }),
      ...settled,
    },
  })
  return adjustmentNo
}

/** Requires approval of the outcome if an adjustment of the same amount would need approval. */
async function requireApprovalOfOutcome(
  scope: Scope,
  rollNo: number,
  { kind, reason }: Pick<OutcomeToSettle, 'kind' | 'reason'>,
): Promise<void> {
  const latest = await findLatestVoucher(scope, rollNo)
  const voucherNo = latest?.voucherNo ?? ''
  const [balance, owed] = [owedBy(latest), await findBalance(scope, rollNo)]
  const amount = absolute(balance)
  await requireApproval(scope, {
    act: 'removeStudent',
    moneyFrom: kind === 'paid back' ? { rollNo, advance: amount } : { voucherNo },
    rollNo,
    voucherNo,
    amount,
    balanceChange: kind === 'leaves owing' ? less(balance, owed) : opposite(owed),
    words: `Student leaves. ${departureOutcomeWords[kind]}: ${formatRupees(amount)}`,
    reason,
  })
}

/**
 * Writes off or pays back the whole balance, or leaves it; returns the remaining balance. An unposted latest voucher is
 * part of the balance and is posted first, as when arrears are marked as paid.
 */
async function settle(
  scope: Scope,
  rollNo: number,
  { kind, reason, paidBy }: OutcomeToSettle,
): Promise<Pick<AdjustmentMade, 'balance'> & Partial<AdjustmentMade>> {
  await requireApprovalOfOutcome(scope, rollNo, { kind, reason })
  const balance = owedBy(await lockLatestPosted(scope, rollNo))
  if (kind === 'leaves owing') return { balance }
  const vouchers = await lockLastVouchers(scope, rollNo)
  if (kind === 'written off') {
    const settlement = orThrow(lowerDebt(vouchers.posted, balance))
    return adjustBalance(scope, vouchers, settlement, { kind: 'write-off', reason })
  }
  const settlement = orThrow(takeAdvance(vouchers.posted, opposite(balance)))
  const refund = { kind: 'refund', reason, ...(paidBy && { paidBy }) } as const
  return adjustBalance(scope, vouchers, settlement, refund)
}

/** Locks a locked student's latest voucher, and posts it if needed, with a history entry; null if there is none. */
export async function lockLatestPosted(scope: Scope, rollNo: number): Promise<LockedVoucher | null> {
  const latest = await lockLatestVoucher(scope, rollNo)
  if (!latest || latest.posted) return latest
  const { voucherNo, posted } = latest
  await markPosted(scope, voucherNo)
  await writeHistory(scope, {
    what: 'vouchers posted',
    rollNo,
    voucherNo,
    before: { posted },
    after: { posted: true },
  })
  return { ...latest, posted: true }
}
