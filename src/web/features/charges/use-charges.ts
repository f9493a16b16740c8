import { addAdditionalCharges, additionalChargesPreview } from '#contract/charges.ts'
import { studentInfo } from '#contract/student-edit.ts'
import { chargeTargetMissing, totalCharge } from '#domain/charges.ts'
import { agree, count, formatCount } from '#domain/count.ts'
import { formatRupees, largestAmount, nothing, parseRupees, type Money } from '#domain/money.ts'
import { somethingBroke } from '#domain/refusals.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { call, type CallFailed, type Reply, type Sent } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'

/** The fee in rupees. */
interface ChargesForm {
  readonly studentClass: SchoolClass | ''
  readonly section: Section | ''
  readonly examinationFee: string
  readonly note: string
}

export type ChargesPreview = Reply<typeof additionalChargesPreview>

/** From this number of students on, the clerk must confirm. */
const many = 20

const fieldNames = ['rollNumber', 'studentClass', 'section', 'examinationFee', 'note']

/** Reads the fee; null while it is missing or wrong. */
function feeOf(typed: string): { readonly fee: Money | null; readonly wrongFee?: string } {
  const fee = parseRupees(typed)
  if (typed.trim() === '') return { fee }
  if (fee === null) return { fee, wrongFee: 'Enter an amount such as 4500 or 4500.50' }
  if (fee === 0) return { fee: null, wrongFee: 'The amount must be more than 0' }
  return fee > largestAmount ? { fee: null, wrongFee: `At most ${formatRupees(largestAmount)}` } : { fee }
}

interface Target {
  readonly ofClass: SchoolClass
  readonly section: Section
  readonly rollNumber?: number
}

/** Null while class or section is missing. */
const targetOf = (
  { studentClass, section }: ChargesForm,
  student: { readonly rollNo: number } | null,
): Target | null =>
  studentClass === '' || section === ''
    ? null
    : { ofClass: studentClass, section, ...(student && { rollNumber: student.rollNo }) }

/** The message if only a section is set (spec 5.charges.nobody); otherwise null. */
const lackingIn = ({ studentClass, section }: ChargesForm, isEveryone: boolean): string | null =>
  studentClass === '' && section !== '' && isEveryone ? chargeTargetMissing : null

/** Reads students and fee; an empty roll number means the whole class and section (spec 5.charges.whole-class). */
function useChargePreview(typed: ChargesForm, lookup: StudentLookup) {
  const student = lookup.found?.data.studentData ?? null
  // The student's own class and section; clearing the number restores the earlier choice.
  const chosen = student ? { ...typed, studentClass: student.studentClass, section: student.section } : typed
  const isEveryone = lookup.field.value.trim() === ''
  const target = student || isEveryone ? targetOf(chosen, student) : null
  const body = target ?? {}
  const preview = useCall(additionalChargesPreview, { body }, { enabled: target !== null, gcTime: 0 })
  return {
    student,
    chosen,
    target,
    ...feeOf(chosen.examinationFee),
    lacking: lackingIn(chosen, isEveryone),
    preview,
    /** The students and their sums; never the figures of another choice. */
    counts: target === null || preview.isError ? null : (preview.data ?? null),
  }
}

const useLookup = () =>
  useStudentLookup({
    draft: 'additional charges',
    find: (params, signal) => call(studentInfo, { params, signal }),
    unknown: 'Student not found',
  })
type StudentLookup = ReturnType<typeof useLookup>

/** Additional charges, from students to result (spec 5.charges, spec 8.state.charges, decisions 3.fees.whole-class). */
export function useCharges() {
  const alert = useAlert()
  const confirm = useConfirm()
  const goBack = useGoBack()
  const lookup = useLookup()

  const form = useSendForm<typeof addAdditionalCharges, ChargesForm>({
    endpoint: addAdditionalCharges,
    draft: 'additional charges',
    initial: () => ({ studentClass: '', section: '', examinationFee: '', note: '' }),
    names: fieldNames,
    renamed: { ofClass: 'studentClass' },
    check: () => ({}),
    confirm: async (): Promise<boolean> => {
      const { fee, counts, chosen } = charge
      if (fee === null || counts === null) return false
      return counts.students < many || confirm(questionOf(chosen, fee, counts))
    },
    sent: ({ note }): Sent<typeof addAdditionalCharges> | null => {
      const { target, fee, counts } = charge
      if (target === null || fee === null || counts === null) return null
      const { rollNumber = '' } = target
      return { body: { ...target, rollNumber, examinationFee: fee, note, expectedStudents: counts.students } }
    },
    async done({ msg, applied, pending }) {
      const total = formatRupees(totalCharge(charge.fee ?? nothing, applied + pending))
      lookup.clear()
      await alert(msg, { detail: `${detailOf(applied, pending)} Total Rs ${total}.` })
      goBack()
    },
    async refused(failure) {
      const { code } = failure
      // The look-up itself reports a student who has left.
      if (code === 'student-left' || code === 'student-graduated') {
        await lookup.reload()
        return true
      }
      // Runs even after a lost reply: the preview then shows the charges that were made.
      void charge.preview.refetch()
      await alert(...failureWords(failure))
      return true
    },
  })
  const charge = useChargePreview(form.values, lookup)
  const { fee, counts, preview } = charge
  const ready = fee !== null && counts !== null && counts.students > 0 && !preview.isFetching
  return { ...charge, form, lookup, ready, goBack }
}
export type Charges = ReturnType<typeof useCharges>

/** The server's words; after a fault, whose result is unknown, also that a repeat is safe (spec 8.generation.error). */
function failureWords({ msg, status }: CallFailed): Parameters<ReturnType<typeof useAlert>> {
  if (status >= 400 && status < 500) return [msg, { tone: 'error' }]
  const reason = msg === somethingBroke ? '' : `${msg}\n`
  return [somethingBroke, { tone: 'error', detail: `${reason}Press Save again: it is charged only once.` }]
}

/** States for how many students the charge is added to an earlier charge; null if there are none. */
export function alreadyWords({ students, chargedAlready }: ChargesPreview): string | null {
  if (chargedAlready === 0) return null
  const there = 'an examination fee already; this one is added to it.'
  if (students === 1) return `There is ${there}`
  return `${formatCount(chargedAlready)} of them ${agree(chargedAlready, 'has', 'have')} ${there}`
}

/** `24 students of class 5 Red`. */
export const classWords = (students: number, { studentClass, section }: ChargesForm): string =>
  `${count(students, 'student')} of class ${studentClass} ${section}`

const questionOf = (form: ChargesForm, fee: Money, preview: ChargesPreview) => ({
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

/** States how many vouchers have the charges now, and how many students get them later. */
function detailOf(applied: number, pending: number): string {
  const now = applied > 0 ? [`added to ${count(applied, 'voucher')}`] : []
  const later = pending > 0 ? [`on the next voucher for ${count(pending, 'student')}`] : []
  const words = [...now, ...later].join('; ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
