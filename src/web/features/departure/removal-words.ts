import type { checkRemoval } from '#contract/departure.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, opposite, type Money } from '#domain/money.ts'
import { mayGraduate } from '#domain/removal.ts'
import type { Reply } from '#web/api/call.ts'
import { outcomeConsequence, outcomeFor, type TypedOutcome } from '#web/kit/leaving/typed-outcome.ts'

export type RemovalCheck = Reply<typeof checkRemoval>['data']

export interface RemovalForm {
  readonly leave: boolean
  readonly graduated: boolean
  readonly removalDate: CalendarDate | ''
  readonly outcome: TypedOutcome
}

type Leaver = Pick<RemovalCheck['studentData'], 'studentName' | 'gender' | 'studentClass'>

const pronouns = new Map<string, string>([
  ['male', 'He'],
  ['female', 'She'],
])

/** `She leaves on 26 Nov 2026 (not graduated)`; a student leaves even if nothing is ticked (decisions 6.removal). */
export function consequence(
  { studentName, gender, studentClass }: Leaver,
  { leave, graduated, removalDate }: RemovalForm,
): string {
  const what = `${pronouns.get(gender) ?? studentName} ${graduated ? 'graduates' : 'leaves'}`
  const onDay = removalDate === '' ? '' : ` on ${formatDate(removalDate)}`
  const isPlain = graduated || (leave && !mayGraduate(studentClass))
  return `${what}${onDay}${isPlain ? '' : ' (not graduated)'}`
}

/** The advance that must be refunded; '' if there is none. */
export const giveBack = (arrears: Money): string =>
  arrears < 0 ? `Rs ${formatRupees(opposite(arrears))} was paid in advance and must be refunded.` : ''

/** `Rs 9,000 is written off: moved to Karachi.`; '' if no outcome is chosen. */
function outcomeWords({ arrears, voucher }: RemovalCheck, { outcome }: RemovalForm): string {
  const kind = outcomeFor(arrears, outcome)
  if (kind === null) return giveBack(arrears)
  const unposted = voucher?.posted === false ? ` Voucher ${voucher.voucherNo} will also be posted.` : ''
  return `${outcomeConsequence(kind, arrears, outcome)}: ${outcome.reason.trim()}.${unposted}`
}

/** Asks once more before a student leaves, by name. */
export function removalQuestion(check: RemovalCheck, form: RemovalForm) {
  const { studentName, fatherName, rollNo, studentClass, section } = check.studentData
  return {
    title: `Remove ${studentName}?`,
    message: [
      `Roll no. ${rollNo}, class ${studentClass} ${section}, father ${fatherName}.`,
      `${consequence(check.studentData, form)}.`,
      outcomeWords(check, form),
    ]
      .filter(Boolean)
      .join('\n'),
    confirmLabel: `Yes, remove ${studentName}`,
    tone: 'danger',
  } as const
}
