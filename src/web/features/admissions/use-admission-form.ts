import type { CalendarDate } from '#domain/calendar.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useFirstWrong } from '#web/ui/first-wrong.ts'
import { useEffect, useState } from 'react'
import { stepOf, wordsFor, type Step } from './admission-checks.ts'
import { blankAdmission, type AdmissionErrors, type AdmissionForm } from './admission-form.ts'

interface Draft {
  readonly step: Step
  readonly form: AdmissionForm
  /** Whether anybody has typed into it. */
  readonly typed: boolean
}

/** What is typed on both steps, what is wrong with it, and which step is open. */
export function useAdmissionForm(today: CalendarDate) {
  const [draft, setDraft, clear] = useDraft<Draft>('new-admission', () => ({
    step: 'student',
    form: blankAdmission(today),
    typed: false,
  }))
  const [errors, setErrors] = useState<AdmissionErrors>({})
  const { form: frame, focusFirstWrong } = useFirstWrong()
  const alert = useAlert()
  useEffect(focusFirstWrong, [focusFirstWrong])

  function change(changes: Partial<AdmissionForm>) {
    setDraft((before) => ({ ...before, typed: true, form: { ...before.form, ...changes } }))
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(changes, name))),
    )
  }

  function open(step: Step) {
    setErrors({})
    setDraft((before) => ({ ...before, step }))
    focusFirstWrong()
  }

  /** Marks what is wrong on the step that holds it; true where something is. */
  async function mark(wrong: AdmissionErrors): Promise<boolean> {
    const [first] = Object.keys(wrong)
      .map(stepOf)
      .toSorted((one, other) => (one === other ? 0 : one === 'student' ? -1 : 1))
    if (first === undefined) return false
    setErrors(wrong)
    setDraft((before) => ({ ...before, step: first }))
    const words = wordsFor(wrong)
    if (words !== null) await alert(words, { tone: 'error' })
    focusFirstWrong()
    return true
  }

  function reset() {
    setErrors({})
    clear()
  }

  return { ...draft, errors, frame, change, open, mark, reset }
}
