import type { CalendarDate } from '#domain/calendar.ts'
import { byHead, labelIn, studentHeads } from '#domain/fee-heads.ts'
import type { Fees } from '#domain/fee.ts'
import { formatRupees, parseRupees } from '#domain/money.ts'
import type { Changed } from './edit-parts.tsx'
import { blankStudentForm, feeNames, type FeeName, type StudentForm } from './student-form.ts'

/** The fees by the specification's labels (spec 2.edit-vouchers). */
export const feeLabels: Readonly<Record<FeeName, string>> = byHead(studentHeads, (head) =>
  labelIn('feesForm', head),
)

/** Returns a form with fees but without a record; empty if there are no fees. */
export function feesForm(fees: Fees | null, today: CalendarDate): StudentForm {
  const blank = blankStudentForm(today)
  if (!fees) return blank
  return { ...blank, ...byHead(studentHeads, ({ key }) => formatRupees(fees[key])) }
}

const format = (typed: string): string => {
  const amount = parseRupees(typed)
  return amount === null ? typed.trim() : formatRupees(amount)
}

/** Lists the changed fees, formatted as on the screens. */
export const feeChanges = (
  before: StudentForm,
  after: StudentForm,
  names: readonly FeeName[] = feeNames,
  labels: Readonly<Record<FeeName, string>> = feeLabels,
): readonly Changed[] =>
  names
    .map((name) => ({ label: labels[name], before: format(before[name]), after: format(after[name]) }))
    .filter((change) => change.before !== change.after)
