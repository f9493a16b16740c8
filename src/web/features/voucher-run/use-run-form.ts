import { fillAllFields, somethingBroke } from '#contract/refusals.ts'
import {
  daysInPeriod,
  firstOfMonth,
  formatDate,
  formatMonth,
  monthOf,
  type CalendarDate,
} from '#domain/calendar.ts'
import { choosePostableMonth, isLongPeriod, isPostable } from '#domain/posting.ts'
import type { CallFailed } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useStaff } from '#web/api/session.ts'
import { useMonthInAddress } from '#web/kit/months-to-post.ts'
import { defaultDates, wholeMonth, type FormDates } from '#web/kit/voucher-form-dates.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { useEffect, useEffectEvent, useState } from 'react'

export interface RunForm extends FormDates {
  readonly note: string
}
type RunErrors = Partial<Record<keyof RunForm, string>>

const dateNames = ['fromDate', 'toDate', 'issueDate', 'dueDate'] as const

/** What is asked before vouchers of a period longer than any month are generated. */
const longPeriodQuestion = (from: CalendarDate, to: CalendarDate) => ({
  title: `This fee period is ${daysInPeriod(from, to)} days long`,
  message: `It runs from ${formatDate(from)} to ${formatDate(to)}, but a voucher charges one month only: ${formatMonth(monthOf(from))}.`,
  confirmLabel: 'Generate anyway',
  tone: 'caution' as const,
})

/** The dates and the note of vouchers about to be generated, kept under `draft`, and what is wrong with them (spec 5.generation). */
export function useRunForm(draft: string) {
  const { today } = useStaff()
  const alert = useAlert()
  const confirm = useConfirm()
  const asked = useMonthInAddress()
  const [form, setForm, clear] = useDraft<RunForm>(draft, () => ({
    ...defaultDates(today),
    ...(asked && wholeMonth(asked)),
    note: '',
  }))
  const [errors, setErrors] = useState<RunErrors>({})

  function change(changes: Partial<RunForm>) {
    setForm((before) => ({ ...before, ...changes }))
    setErrors({})
  }

  // A draft of another month gives way to the month that the address names.
  const from = asked && firstOfMonth(asked)
  const openMonth = useEffectEvent((first: CalendarDate) => {
    if (form.fromDate === '' || firstOfMonth(monthOf(form.fromDate)) !== first) {
      change(wholeMonth(monthOf(first)))
    }
  })
  useEffect(() => {
    if (from) openMonth(from)
  }, [from])

  const isWrongMonth = form.fromDate !== '' && !isPostable(monthOf(form.fromDate), today)

  /** True where a date is missing, which is then marked, or the month is one that cannot be posted, which is marked already. */
  async function markMissing(): Promise<boolean> {
    const missing = dateNames.filter((name) => form[name] === '')
    if (missing.length === 0) return isWrongMonth
    setErrors(Object.fromEntries(missing.map((name) => [name, 'Please give a date such as 21/11/2026'])))
    await alert(fillAllFields, { tone: 'error' })
    return true
  }

  /** Asks where the fee period is longer than any month; false where the person thinks better of it. */
  async function confirmPeriod(): Promise<boolean> {
    const { fromDate, toDate } = form
    if (fromDate === '' || toDate === '' || !isLongPeriod(fromDate, toDate)) return true
    return confirm(longPeriodQuestion(fromDate, toDate))
  }

  /** Marks the fields that the server found wrong; of anything else says why it was not done (spec 8.generation). */
  async function sayWhy({ code, msg, errors: wrong }: CallFailed): Promise<void> {
    if (code === 'signed-out') return
    setErrors(Object.fromEntries(wrong.map(({ field, message }) => [field, message])))
    if (wrong.some(({ field }) => field in form)) return
    await alert(somethingBroke, { tone: 'error', ...(msg !== somethingBroke && { detail: msg }) })
  }

  return {
    form,
    errors: isWrongMonth ? { ...errors, fromDate: choosePostableMonth(today) } : errors,
    /** The first day of the month: what a run would do is asked once per month; `''` where there is none to ask about. */
    monthAsked: form.fromDate === '' || isWrongMonth ? '' : firstOfMonth(monthOf(form.fromDate)),
    change,
    clear,
    markMissing,
    confirmPeriod,
    sayWhy,
  } as const
}
