import { formatDate } from '#domain/calendar.ts'
import { formatRupees, opposite, type Money } from '#domain/money.ts'
import type { RemovalCheck, RemovalForm } from './use-removal.ts'

/** What will become of the student: `Ayesha Khan will leave on 21 Nov 2026`. */
export function consequence(studentName: string, { graduated, removalDate }: RemovalForm): string {
  const what = `${studentName} will ${graduated ? 'graduate' : 'leave'}`
  return removalDate === '' ? what : `${what} on ${formatDate(removalDate)}`
}

/** What the question says of the student: also that one for whom nothing is ticked leaves (decisions 6.removal.question). */
function announcement(studentName: string, form: RemovalForm): string {
  const words = `${consequence(studentName, form)}.`
  if (form.leave || form.graduated) return words
  return `Neither Leave nor Graduated is ticked: ${words}`
}

/** What was paid in advance and must be refunded; '' where nothing was. */
export const giveBack = (arrears: Money): string =>
  arrears < 0 ? `Rs ${formatRupees(opposite(arrears))} was paid in advance and must be refunded.` : ''

/** Asks once more before a student leaves, by name. */
export function removalQuestion({ studentData, arrears }: RemovalCheck, form: RemovalForm) {
  const { studentName, fatherName, rollNo, studentClass, section } = studentData
  return {
    title: `Remove ${studentName}?`,
    message: [
      `Roll no. ${rollNo}, class ${studentClass} ${section}, father ${fatherName}.`,
      announcement(studentName, form),
      giveBack(arrears),
    ]
      .filter(Boolean)
      .join('\n'),
    confirmLabel: `Yes, remove ${studentName}`,
    tone: 'caution',
  } as const
}
