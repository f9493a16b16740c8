import type { editFees } from '#contract/student-edit.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Fees } from '#domain/fee.ts'
import { byHead, labelIn, studentHeads } from '#domain/fee-heads.ts'
import { formatRupees, parseRupees, type Money } from '#domain/money.ts'
import { netBalance, netReceivable, thisMonth, type Account } from '#domain/voucher-amounts.ts'
import { repriceVoucher } from '#domain/voucher.ts'
import type { BodyOf } from '#web/api/call.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { blankAdmission, feeNames, feesOf, type AdmissionForm, type FeeName } from './admission-form.ts'
import type { Changed } from './what-changes.tsx'

/** The fees by the names of the specification (spec 2.edit-vouchers). */
export const feeLabels: Readonly<Record<FeeName, string>> = byHead(studentHeads, (head) =>
  labelIn('feesForm', head),
)

/** The fees as the form of an admission holds them, whose record is not looked at; of nobody, every field is empty. */
export function feesForm(fees: Fees | null, today: CalendarDate): AdmissionForm {
  const blank = blankAdmission(today)
  if (!fees) return blank
  return { ...blank, ...byHead(studentHeads, ({ key }) => formatRupees(fees[key])) }
}

const asRead = (typed: string): string => {
  const amount = parseRupees(typed)
  return amount === null ? typed.trim() : formatRupees(amount)
}

/** The fees that are no longer what they were, as the screens write amounts. */
export const feeChanges = (
  before: AdmissionForm,
  after: AdmissionForm,
  names: readonly FeeName[] = feeNames,
  labels: Readonly<Record<FeeName, string>> = feeLabels,
): readonly Changed[] =>
  names
    .map((name) => ({ label: labels[name], before: asRead(before[name]), after: asRead(after[name]) }))
    .filter((change) => change.before !== change.after)

interface Repriced {
  readonly changes: readonly Changed[]
  /** Whether any sum of the voucher will be another one. */
  readonly differs: boolean
  readonly balance: Money
}

const sums: readonly { readonly label: string; readonly of: (account: Account) => Money }[] = [
  { label: 'This month', of: thisMonth },
  { label: 'With arrears', of: netReceivable },
  { label: 'Received so far', of: ({ received }) => received },
  { label: 'Still to be paid', of: netBalance },
]

/** What the fees make of the open voucher; null where the rules would not re-price it. */
export function repriced(before: VoucherReply, fees: Fees): Repriced | null {
  const outcome = repriceVoucher(before, before.voucherNo, fees)
  if (!outcome.ok) return null
  const after = { ...before, ...outcome.value }
  return {
    changes: sums.map(({ label, of }) => ({
      label,
      before: balanceText(of(before)),
      after: balanceText(of(after)),
    })),
    differs: feeNames.some((name) => before[name] !== after[name]),
    balance: netBalance(after),
  }
}

/** The payload of spec 7.admissions.edit-fee, with the balance that the clerk saw where a voucher is open. */
export function feesPayload(
  form: AdmissionForm,
  rollNo: number,
  open: VoucherReply | null,
): BodyOf<typeof editFees> {
  const fees = feesOf(form)
  return {
    rollNo,
    newFee: byHead(studentHeads, ({ key }) => fees[key]),
    ...(open && { expectedBalance: open.netBalance }),
  }
}
