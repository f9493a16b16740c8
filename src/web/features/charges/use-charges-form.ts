import { studentInfo } from '#contract/student-edit.ts'
import { additionalChargesPreview } from '#contract/charges.ts'
import { call, type CallFailed, type Reply } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { useState } from 'react'
import { chargeOf, type ChargesForm } from './charge.ts'

export type ChargesPreview = Reply<typeof additionalChargesPreview>

/** By the names of the call. */
type Errors = Readonly<Record<string, string>>
const fields: ReadonlySet<string> = new Set(['rollNumber', 'ofClass', 'section', 'examinationFee', 'note'])

const blank = (): ChargesForm => ({ studentClass: '', section: '', examinationFee: '', note: '' })

/** Whom the form means, what it charges, and what that comes to; never the figures of another choice. */
export function useChargesForm() {
  const { campus } = useStaff()
  const lookup = useStudentLookup({
    draft: 'additional charges',
    key: keys.studentInfo,
    look: (params, signal) => call(studentInfo, { params, signal }),
    unknown: 'Student not found',
  })
  const [typed, setTyped, clearTyped] = useDraft('additional charges', blank)
  const [errors, setErrors] = useState<Errors>({})
  const student = lookup.found?.data.studentData ?? null
  // The student's own class and section; what was chosen before comes back when the number is cleared.
  const form = student ? { ...typed, studentClass: student.studentClass, section: student.section } : typed
  const charge = chargeOf(form, lookup.field.value, student)
  const preview = useCall(
    keys.additionalChargesPreview(campus, charge.whom ?? {}),
    additionalChargesPreview,
    { params: { campus }, body: charge.whom ?? {} },
    { enabled: charge.whom !== null, gcTime: 0 },
  )

  function change(changes: Partial<ChargesForm>) {
    setTyped((before) => ({ ...before, ...changes }))
    setErrors({})
  }

  function clear() {
    clearTyped()
    lookup.clear()
  }

  /** True where the server found a field wrong, which is then marked. */
  function mark(failure: CallFailed): boolean {
    const wrong = failure.errors.filter(({ field }) => fields.has(field))
    setErrors(Object.fromEntries(wrong.map(({ field, message }) => [field, message])))
    return wrong.length > 0
  }

  const known = charge.whom === null || preview.isError ? null : (preview.data ?? null)
  return { lookup, student, form, charge, preview, known, errors, change, clear, mark }
}
