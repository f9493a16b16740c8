import { checkRemoval, removeStudent } from '#contract/departure.ts'
import { fillAllFields } from '#contract/refusals.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { defaultTicks } from '#domain/removal.ts'
import { call, CallFailed, type Reply } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { keys } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useState } from 'react'
import { isRefusal } from '#web/kit/is-refusal.ts'

export type RemovalCheck = Reply<typeof checkRemoval>['data']

export interface RemovalForm {
  readonly leave: boolean
  readonly graduated: boolean
  readonly removalDate: CalendarDate | ''
}
export type RemovalErrors = Partial<Record<keyof RemovalForm, string>>

interface Held extends RemovalForm {
  /** Whose form it is: another student starts with the defaults of that class. */
  readonly rollNo: number
}

/** A student's way out, from the look-up to the removal (spec 4.student.removed, spec 5.removal). */
export function useRemoval() {
  const { today } = useStaff()
  const alert = useAlert()
  const lookup = useStudentLookup({
    draft: 'student removal',
    key: keys.removalCheck,
    look: (params, signal) => call(checkRemoval, { params, signal }),
  })
  const [held, setHeld, clearForm] = useDraft<Held | null>('student removal', () => null)
  const [errors, setErrors] = useState<RemovalErrors>({})
  const { send, sending } = useChange(removeStudent)

  const found = lookup.found?.data ?? null
  const student = found?.studentData ?? null
  const form: RemovalForm | null =
    student &&
    (held?.rollNo === student.rollNo ? held : { ...defaultTicks(student.studentClass), removalDate: today })

  function change(changes: Partial<RemovalForm>) {
    if (form && student) setHeld({ ...form, ...changes, rollNo: student.rollNo })
    setErrors({})
  }

  function clear() {
    clearForm()
    lookup.clear()
  }

  /** True where the day is missing, which is then marked. */
  async function markMissing({ removalDate }: RemovalForm): Promise<boolean> {
    if (removalDate !== '') return false
    setErrors({ removalDate: 'Please give a day from the admission up to today' })
    await alert(fillAllFields, { tone: 'error' })
    return true
  }

  /** `removed` once the clerk has read it; `marked` where a field is wrong. */
  async function remove(leaving: NonNullable<typeof student>, how: RemovalForm) {
    const { rollNo, studentName } = leaving
    try {
      const { msg, state } = await send({ params: { rollNo }, body: how })
      // Before what is shown is read again: who has left is not looked up for work.
      clear()
      const word = state === 'graduated' ? 'graduated' : 'left'
      await alert(msg, { detail: `${studentName}, roll no. ${rollNo}: ${word}.` })
      return 'removed'
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      return refused(error)
    }
  }

  async function refused(failure: CallFailed) {
    const { code, msg } = failure
    if (code === 'signed-out') return 'refused'
    const marked = failure.errors.filter(({ field }) => form && field in form)
    setErrors(Object.fromEntries(marked.map(({ field, message }) => [field, message])))
    if (marked.length > 0) return 'marked'
    // Of a student who is gone the look-up tells by itself.
    const tells = code === 'student-left' || code === 'student-graduated'
    if (!tells)
      await alert(msg, { tone: 'error', ...(isRefusal(failure) && { detail: 'Nobody was removed.' }) })
    if (isRefusal(failure)) await lookup.reload()
    return 'refused'
  }

  return { lookup, found, form, errors, change, clear, markMissing, remove, sending }
}
