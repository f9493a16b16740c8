import type { addAdditionalCharges, additionalChargesPreview } from '#contract/charges.ts'
import { chargeTargetMissing, totalCharge } from '#domain/charges.ts'
import { agree, count, formatCount } from '#domain/count.ts'
import { formatRupees, largestAmount, parseRupees, type Money } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import type { Reply } from '#web/api/call.ts'

/** The fee in rupees. */
export interface ChargesForm {
  readonly studentClass: SchoolClass | ''
  readonly section: Section | ''
  readonly examinationFee: string
  readonly note: string
}

/** From this number of students on, the clerk must confirm. */
export const many = 20

interface Student {
  readonly rollNo: number
}

interface Target {
  readonly ofClass: SchoolClass
  readonly section: Section
  readonly rollNumber?: number
}

interface Charge {
  /** Null while class or section is missing, or while the roll number finds no student. */
  readonly target: Target | null
  readonly fee: Money | null
  readonly wrongFee: string | undefined
  /** The message if only a section is set (spec 5.charges.nobody); otherwise null. */
  readonly lacking: string | null
}

/** Reads students and fee; an empty roll number means the whole class and section (spec 5.charges.whole-class). */
export function chargeOf(form: ChargesForm, typedRollNo: string, student: Student | null): Charge {
  const isEveryone = typedRollNo.trim() === ''
  const typedFee = parseRupees(form.examinationFee)
  const wrongFee = form.examinationFee.trim() === '' ? undefined : wrongInFee(typedFee)
  return {
    target: student || isEveryone ? targetIn(form, student) : null,
    fee: wrongFee === undefined ? typedFee : null,
    wrongFee,
    lacking: form.studentClass === '' && form.section !== '' && isEveryone ? chargeTargetMissing : null,
  }
}

function targetIn({ studentClass, section }: ChargesForm, student: Student | null): Target | null {
  if (studentClass === '' || section === '') return null
  return { ofClass: studentClass, section, ...(student && { rollNumber: student.rollNo }) }
}

function wrongInFee(fee: Money | null): string | undefined {
  if (fee === null) return 'Enter an amount such as 4500 or 4500.50'
  if (fee === 0) return 'The amount must be more than 0'
  return fee > largestAmount ? `At most ${formatRupees(largestAmount)}` : undefined
}

type Preview = Reply<typeof additionalChargesPreview>

/** States for how many students the charge is added to an earlier charge; null if there are none. */
export function alreadyWords({ students, chargedAlready }: Preview): string | null {
  if (chargedAlready === 0) return null
  const there = 'an examination fee already; this one is added to it.'
  if (students === 1) return `There is ${there}`
  return `${formatCount(chargedAlready)} of them ${agree(chargedAlready, 'has', 'have')} ${there}`
}

/** `24 students of class 5 Red`. */
export const classWords = (students: number, { studentClass, section }: ChargesForm): string =>
  `${count(students, 'student')} of class ${studentClass} ${section}`

/** The confirmation before many students are charged. */
export const questionOf = (form: ChargesForm, fee: Money, preview: Preview) => ({
  title: `Charge ${classWords(preview.students, form)}?`,
  message: [
    `Examination fee ${formatRupees(fee)} each, Rs ${formatRupees(totalCharge(fee, preview.students))} in total.`,
    `On this month's vouchers: ${preview.onVouchers}. On the next voucher: ${preview.waiting}.`,
    alreadyWords(preview),
  ]
    .filter((words) => words !== null)
    .join('\n'),
  confirmLabel: `Charge ${count(preview.students, 'student')}`,
})

type Added = Pick<Reply<typeof addAdditionalCharges>, 'applied' | 'pending'>

/** States how many vouchers have the charges now, and how many students get them later. */
export function detailOf({ applied, pending }: Added): string {
  const now = applied > 0 ? [`added to ${count(applied, 'voucher')}`] : []
  const later = pending > 0 ? [`on the next voucher for ${count(pending, 'student')}`] : []
  const words = [...now, ...later].join('; ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
