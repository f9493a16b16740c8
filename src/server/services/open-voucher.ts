import type { Month } from '#domain/calendar.ts'
import type { Fees } from '#domain/fee.ts'
import { accept, orThrow, refuse, type Outcome } from '#domain/outcome.ts'
import { monthlyVoucherNo, type Holder } from '#domain/voucher-number.ts'
import { openVoucher, replaceVoucher, willBeCarried, type NewVoucher, type Voucher } from '#domain/voucher.ts'
import { findFees } from '#server/records/fees.ts'
import type { Scope } from '#server/records/scope.ts'
import { countMonthlyVouchers, findVoucherOfMonth } from '#server/records/vouchers.ts'

/** A student's voucher for a month before it is written: the run writes it, the preview shows it. */
export interface PlannedVoucher {
  readonly voucherNo: string
  readonly month: Month
  /** The month's voucher that the new one would replace. */
  readonly replaces: Voucher | null
  /** The unpaid latest voucher that the new one would follow. */
  readonly carries: string | null
  /** The amounts of the new voucher, or the refusal. */
  readonly opened: Outcome<NewVoucher>
}

/** Plans the voucher of an active student for a month, after the student's latest one (decisions 3.corrections.replacements, decision record 8). */
export async function planVoucher(
  scope: Scope,
  student: Holder,
  latest: Voucher | null,
  month: Month,
): Promise<PlannedVoucher> {
  const { rollNo } = student
  const fees: Fees = (await findFees(scope, rollNo, month)) ?? orThrow(refuse('student-unknown'))
  const replaces = await findVoucherOfMonth(scope, rollNo, month)
  const count = await countMonthlyVouchers(scope, rollNo, month)
  return {
    voucherNo: monthlyVoucherNo(student, month, count + 1),
    month,
    replaces,
    carries: latest && !replaces && willBeCarried(latest) ? latest.voucherNo : null,
    opened:
      latest && replaces
        ? replaceVoucher(replaces, latest.voucherNo, fees)
        : accept(openVoucher(fees, latest)),
  }
}
