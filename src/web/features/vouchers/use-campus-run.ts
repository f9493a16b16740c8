import { fillAllFields, somethingBroke } from '#contract/refusals.ts'
import { campusPreview, generateForCampus } from '#contract/vouchers.ts'
import { firstOfMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { defaultDates, type FormDates } from '#web/parts/voucher-form-dates.ts'
import { CallFailed, type Reply } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useState } from 'react'

export type Preview = Reply<typeof campusPreview>

export interface RunForm extends FormDates {
  readonly note: string
}
export type RunErrors = Partial<Record<keyof RunForm, string>>

const dateNames = ['fromDate', 'toDate', 'issueDate', 'dueDate'] as const

/** What a run for the month of this date would do; asked once per month, whatever the day. */
function usePreview(fromDate: CalendarDate | '') {
  const { campus } = useStaff()
  const first = fromDate === '' ? '' : firstOfMonth(monthOf(fromDate))
  return useCall(
    keys.campusPreview(campus, first),
    campusPreview,
    { params: { campus, fromDate: first } },
    { enabled: first !== '' },
  )
}

/** A campus run from its dates to its outcome (spec §5 Voucher generation, §8). */
export function useCampusRun() {
  const { campus, today } = useStaff()
  const [form, setForm, clear] = useDraft<RunForm>('generate-campus', () => ({
    ...defaultDates(today),
    note: '',
  }))
  const [errors, setErrors] = useState<RunErrors>({})
  const preview = usePreview(form.fromDate)
  const { send, sending } = useChange(generateForCampus)
  const alert = useAlert()

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

  /** True where the vouchers were generated. */
  async function run(): Promise<boolean> {
    try {
      const { generated, skipped } = await send({ params: { campus }, body: form })
      clear()
      await alert('Vouchers generated successfully', {
        detail: `${generated} generated, ${skipped} skipped.`,
      })
      return true
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      await sayWhy(error)
      return false
    }
  }

  async function sayWhy({ code, msg, errors: marked }: CallFailed) {
    if (code === 'signed-out') return
    if (code === 'voucher-exists') {
      void preview.refetch()
      await alert('Voucher already exists for this month', { tone: 'error' })
      return
    }
    setErrors(Object.fromEntries(marked.map(({ field, message }) => [field, message])))
    if (marked.some(({ field }) => field in form)) return
    await alert(somethingBroke, { tone: 'error', ...(msg !== somethingBroke && { detail: msg }) })
  }

  return { form, errors, change, clear, preview, markMissing, run, sending }
}
