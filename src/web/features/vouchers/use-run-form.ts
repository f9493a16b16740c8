import { fillAllFields, somethingBroke } from '#contract/refusals.ts'
import { firstOfMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import type { CallFailed } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useStaff } from '#web/api/session.ts'
import { defaultDates, type FormDates } from '#web/parts/voucher-form-dates.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useState } from 'react'

export interface RunForm extends FormDates {
  readonly note: string
}
type RunErrors = Partial<Record<keyof RunForm, string>>

const dateNames = ['fromDate', 'toDate', 'issueDate', 'dueDate'] as const

/** The first day of the month of a date: what a run would do is asked once per month, whatever the day. */
export const monthAsked = (fromDate: CalendarDate | ''): CalendarDate | '' =>
  fromDate === '' ? '' : firstOfMonth(monthOf(fromDate))

/** The dates and the note of vouchers about to be generated, kept under `draft`, and what is wrong with them (spec §5). */
export function useRunForm(draft: string) {
  const { today } = useStaff()
  const alert = useAlert()
  const [form, setForm, clear] = useDraft<RunForm>(draft, () => ({ ...defaultDates(today), note: '' }))
  const [errors, setErrors] = useState<RunErrors>({})

  function change(changes: Partial<RunForm>) {
    setForm((before) => ({ ...before, ...changes }))
    setErrors({})
  }

  /** True where a date is missing, which is then marked. */
  async function markMissing(): Promise<boolean> {
    const missing = dateNames.filter((name) => form[name] === '')
    if (missing.length === 0) return false
    setErrors(Object.fromEntries(missing.map((name) => [name, 'Please give a date such as 21/11/2026'])))
    await alert(fillAllFields, { tone: 'error' })
    return true
  }

  /** Marks the fields that the server found wrong; of anything else says why it was not done (spec §8). */
  async function sayWhy({ code, msg, errors: wrong }: CallFailed): Promise<void> {
    if (code === 'signed-out') return
    setErrors(Object.fromEntries(wrong.map(({ field, message }) => [field, message])))
    if (wrong.some(({ field }) => field in form)) return
    await alert(somethingBroke, { tone: 'error', ...(msg !== somethingBroke && { detail: msg }) })
  }

  return { form, errors, change, clear, markMissing, sayWhy }
}
