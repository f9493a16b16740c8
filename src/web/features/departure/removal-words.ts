import type { checkRemoval } from '#contract/departure.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, opposite, type Money } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { outcomeConsequence, outcomeFor, type TypedOutcome } from '#web/kit/leaving/typed-outcome.ts'

export type RemovalCheck = Reply<typeof checkRemoval>['data']

export interface RemovalForm {
  readonly leave: boolean
  readonly graduated: boolean
  readonly removalDate: CalendarDate | ''
  readonly outcome: TypedOutcome
}

/** `Ayesha Khan will leave on 21 Nov 2026`. */
export function consequence(studentName: string, { graduated, removalDate }: RemovalForm): string {
  const what = `${studentName} will ${graduated ? 'graduate' : 'leave'}`
  return removalDate === '' ? what : `${what} on ${formatDate(removalDate)}`
}

/** States the departure; a student leaves even if nothing is ticked (decisions 6.removal.question). */
function announcement(studentName: string, form: RemovalForm): string {
  const words = `${consequence(studentName, form)}.`
  if (form.leave || form.graduated) return words
  return `Neither Leave nor Graduated is ticked: ${words}`
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
      announcement(studentName, form),
      outcomeWords(check, form),
    ]
      .filter(Boolean)
      .join('\n'),
    confirmLabel: `Yes, remove ${studentName}`,
    tone: 'caution',
  } as const
}
