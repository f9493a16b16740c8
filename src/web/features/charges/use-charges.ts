import { addAdditionalCharges, additionalChargesPreview } from '#contract/charges.ts'
import { studentInfo } from '#contract/student-edit.ts'
import { totalCharge } from '#domain/charges.ts'
import { formatRupees, nothing } from '#domain/money.ts'
import { somethingBroke } from '#domain/refusals.ts'
import { call, type CallFailed, type Reply, type Sent } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { chargeOf, detailOf, many, questionOf, type ChargesForm } from './charge.ts'

export type ChargesPreview = Reply<typeof additionalChargesPreview>

const fieldNames = ['rollNumber', 'studentClass', 'section', 'examinationFee', 'note']

/** The server's words; after a fault, whose result is unknown, also that a repeat is safe (spec 8.generation.error). */
function failureWords({ msg, status }: CallFailed): Parameters<ReturnType<typeof useAlert>> {
  if (status >= 400 && status < 500) return [msg, { tone: 'error' }]
  const reason = msg === somethingBroke ? '' : `${msg}\n`
  return [somethingBroke, { tone: 'error', detail: `${reason}Press Save again: it is charged only once.` }]
}

/** The students of the form and their sums; never the figures of another choice. */
function useChargePreview(typed: ChargesForm, lookup: StudentLookup) {
  const student = lookup.found?.data.studentData ?? null
  // The student's own class and section; clearing the number restores the earlier choice.
  const chosen = student ? { ...typed, studentClass: student.studentClass, section: student.section } : typed
  const charge = chargeOf(chosen, lookup.field.value, student)
  const body = charge.target ?? {}
  const preview = useCall(additionalChargesPreview, { body }, { enabled: charge.target !== null, gcTime: 0 })
  const counts = charge.target === null || preview.isError ? null : (preview.data ?? null)
  return { student, chosen, charge, preview, counts }
}

/** The charge that can be made; null while incomplete. */
function completeOf({ charge, counts }: ReturnType<typeof useChargePreview>) {
  const { target, fee } = charge
  return target && fee !== null && counts ? { target, fee, counts } : null
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
      if (complete === null) return false
      const { fee, counts } = complete
      return counts.students < many || confirm(questionOf(chargePreview.chosen, fee, counts))
    },
    sent: ({ note }): Sent<typeof addAdditionalCharges> | null => {
      if (complete === null) return null
      const { target, fee, counts } = complete
      const { rollNumber = '' } = target
      return { body: { ...target, rollNumber, examinationFee: fee, note, expectedStudents: counts.students } }
    },
    async done({ msg, applied, pending }) {
      const total = formatRupees(totalCharge(complete?.fee ?? nothing, applied + pending))
      lookup.clear()
      await alert(msg, { detail: `${detailOf({ applied, pending })} Total Rs ${total}.` })
      goBack()
    },
    refused,
  })
  const chargePreview = useChargePreview(form.values, lookup)
  const { preview } = chargePreview
  const complete = completeOf(chargePreview)

  async function refused(failure: CallFailed): Promise<boolean> {
    const { code } = failure
    // The look-up itself reports a student who has left.
    if (code === 'student-left' || code === 'student-graduated') {
      await lookup.reload()
      return true
    }
    // Runs even after a lost reply: the preview then shows the charges that were made.
    void preview.refetch()
    await alert(...failureWords(failure))
    return true
  }

  const ready = complete !== null && complete.counts.students > 0 && !preview.isFetching
  return { ...chargePreview, form, lookup, ready, goBack }
}
export type Charges = ReturnType<typeof useCharges>
