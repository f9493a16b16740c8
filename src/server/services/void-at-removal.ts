import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { noOneTimeFees } from '#domain/fee.ts'
import { voidedAtRemoval } from '#domain/void.ts'
import type { Scope } from '#server/records/scope.ts'
import { listValidOfStudent, type RunVoucher } from '#server/records/voucher-runs.ts'
import { voidPlanned } from './void-one.ts'

/** The vouchers that are voided when a student leaves on a day, latest first, and the latest that is left. */
export async function planVoidedAtRemoval(
  scope: Scope,
  rollNo: number,
  removalDate: CalendarDate,
): Promise<{ readonly voided: readonly RunVoucher[]; readonly left: RunVoucher | null }> {
  const valid = await listValidOfStudent(scope, rollNo)
  const voided = voidedAtRemoval(valid, valid[0]?.waiting ?? noOneTimeFees, removalDate)
  return { voided, left: valid.at(-1 - voided.length) ?? null }
}

/** Voids them, with their history; returns the latest voucher that is left. The student is locked. */
export async function voidAtRemoval(
  scope: Scope,
  rollNo: number,
  removalDate: CalendarDate,
): Promise<RunVoucher | null> {
  const { voided, left } = await planVoidedAtRemoval(scope, rollNo, removalDate)
  for (const voucher of voided) await voidPlanned(scope, voucher, `Left on ${formatDate(removalDate)}`)
  return left
}
