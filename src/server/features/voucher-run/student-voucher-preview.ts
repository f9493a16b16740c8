import type { studentVoucherPreview as endpoint } from '#contract/voucher-run.ts'
import { formatMonth, monthOf } from '#domain/calendar.ts'
import { byHead, feeHeads } from '#domain/fee-heads.ts'
import { nothing } from '#domain/money.ts'
import { orThrow } from '#domain/outcome.ts'
import { requirePostable } from '#domain/posting.ts'
import { owedBy } from '#domain/removal.ts'
import { requireActive } from '#domain/student.ts'
import { netReceivable, thisMonth } from '#domain/voucher-amounts.ts'
import type { NewVoucher } from '#domain/voucher.ts'
import type { CallContext } from '#server/http/call.ts'
import { findStudent } from '#server/records/students.ts'
import { findVoucher } from '#server/records/vouchers-as-json.ts'
import { findLatestVoucher } from '#server/records/vouchers.ts'
import { planVoucher, type PlannedVoucher } from '#server/services/open-voucher.ts'

const emptyVoucher: Omit<NewVoucher, 'paid'> = {
  ...byHead(feeHeads, () => nothing),
  arrears: nothing,
}

/** The later voucher that has taken over the one to be replaced; null where the voucher can be generated. */
const takenOverIn = (opened: PlannedVoucher['opened']): string | null =>
  !opened.ok && opened.refusal.code === 'voucher-not-latest' ? opened.refusal.facts.takenOverBy : null

/** What a student's voucher for the month of a date would hold. */
export async function studentVoucherPreview({ params, scope }: CallContext<typeof endpoint>) {
  const { rollNo } = params
  const month = orThrow(requirePostable(monthOf(params.fromDate), scope.today, 'fromDate'))
  const student = orThrow(requireActive(await findStudent(scope, rollNo)))
  const latest = await findLatestVoucher(scope, rollNo)
  const { voucherNo, replaces, carries, opened } = await planVoucher(scope, student, latest, month)
  const takenOverBy = takenOverIn(opened)
  const voucher = takenOverBy === null ? orThrow(opened) : emptyVoucher
  return {
    msg: `Voucher to be generated for ${formatMonth(month)}`,
    ...month,
    voucherNo,
    ...voucher,
    thisMonth: thisMonth(voucher),
    netReceivable: netReceivable(voucher),
    balance: owedBy(latest),
    carries,
    replaces: replaces && (await findVoucher(scope, replaces.voucherNo)),
    takenOverBy,
  }
}
