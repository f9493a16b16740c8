import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { noOneTimeFees } from '#domain/fee.ts'
import type { Money } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { owedBy } from '#domain/removal.ts'
import { voidedAtRemoval, voidVoucher } from '#domain/void.ts'
import { netBalance, thisMonth } from '#domain/voucher-amounts.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { listValidOfStudents, markVoided, type RunVoucher } from '#server/records/vouchers/voucher-runs.ts'
import { findBalance, findLatestVoucher } from '#server/records/vouchers/vouchers.ts'

/** The vouchers that a departure voids, latest first; `left` is the latest of the others, `posted` the last posted. */
export interface VoidedAtRemoval {
  readonly voided: readonly RunVoucher[]
  readonly left: RunVoucher | null
  readonly posted: RunVoucher | null
}

function planOf(valid: readonly RunVoucher[], removalDate: CalendarDate): VoidedAtRemoval {
  const voided = voidedAtRemoval(valid, valid[0]?.waiting ?? noOneTimeFees, removalDate)
  const others = valid.slice(0, valid.length - voided.length)
  return { voided, left: others.at(-1) ?? null, posted: others.findLast(({ posted }) => posted) ?? null }
}

/** Plans the vouchers that are voided when students leave on a day, by roll number. */
export async function planVoidedAtRemovals(
  scope: Scope,
  rollNos: readonly number[],
  removalDate: CalendarDate,
): Promise<ReadonlyMap<number, VoidedAtRemoval>> {
  const valid = new Map(rollNos.map((rollNo): [number, RunVoucher[]] => [rollNo, []]))
  for (const voucher of await listValidOfStudents(scope, rollNos)) valid.get(voucher.rollNo)?.push(voucher)
  return new Map([...valid].map(([rollNo, vouchers]) => [rollNo, planOf(vouchers, removalDate)]))
}

export async function planVoidedAtRemoval(
  scope: Scope,
  rollNo: number,
  removalDate: CalendarDate,
): Promise<VoidedAtRemoval> {
  return planOf(await listValidOfStudents(scope, [rollNo]), removalDate)
}

/** Voids the planned vouchers of a locked student, with history entries. */
export async function voidPlannedAtRemoval(
  scope: Scope,
  { voided }: VoidedAtRemoval,
  removalDate: CalendarDate,
  left: 'Left' | 'Graduated' = 'Left',
): Promise<void> {
  for (const voucher of voided) await voidPlanned(scope, voucher, `${left} on ${formatDate(removalDate)}`)
}

/** Voids the vouchers of a locked student who leaves, with history entries. Returns the latest remaining voucher. */
export async function voidAtRemoval(
  scope: Scope,
  rollNo: number,
  removalDate: CalendarDate,
): Promise<RunVoucher | null> {
  const plan = await planVoidedAtRemoval(scope, rollNo, removalDate)
  await voidPlannedAtRemoval(scope, plan, removalDate)
  return plan.left
}

export const voidedReply = (voucher: RunVoucher) => ({
  voucherNo: voucher.voucherNo,
  ...voucher.month,
  amount: thisMonth(voucher),
  posted: voucher.posted,
})

/** Voids a voucher of a locked student and returns the balance; throws a refusal if the voucher cannot be voided. */
export function voidOne(scope: Scope, voucher: RunVoucher, reason: string): Promise<Money> {
  orThrow(voidVoucher(voucher, voucher.waiting))
  return voidPlanned(scope, voucher, reason)
}

/** Voids a voucher that the caller has checked, with a history entry. Returns the student's balance. */
async function voidPlanned(
  scope: Scope,
  { voucherNo, rollNo, ...voucher }: RunVoucher,
  reason: string,
): Promise<Money> {
  await markVoided(scope, [voucherNo])
  const after = owedBy(await findLatestVoucher(scope, rollNo))
  await writeHistory(scope, {
    what: 'voucher voided',
    rollNo,
    voucherNo,
    before: { balance: netBalance(voucher) },
    after: { balance: after, reason },
  })
  return findBalance(scope, rollNo)
}
