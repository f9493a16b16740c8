import { Fieldset, Stack, Textarea } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { vouchersToPost } from '#contract/posting.ts'
import {
  addMonths,
  daysInPeriod,
  firstOfMonth,
  formatDate,
  formatMonth,
  monthOf,
  type CalendarDate,
  type Month,
} from '#domain/calendar.ts'
import { choosePostableMonth, isLongPeriod, isPostable } from '#domain/posting.ts'
import { somethingBroke } from '#domain/refusals.ts'
import { call } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useSendForm, type SendForm, type SendFormOptions } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { isSameMonth } from '#web/kit/months-offered.ts'
import { addressToPost, toPostWords, useMonthInAddress } from '#web/kit/months-to-post.tsx'
import { isIncomplete, missingIn } from '#web/kit/student-form/student-form.ts'
import { defaultDates, VoucherDateFields, wholeMonth, type FormDates } from '#web/kit/voucher-date-fields.tsx'
import { useAlert, useConfirm, useOffer } from '#web/ui/alert-dialog.tsx'

export interface RunForm extends FormDates {
  readonly note: string
}

const longPeriodQuestion = (from: CalendarDate, to: CalendarDate) => ({
  title: `This fee period is ${daysInPeriod(from, to)} days long`,
  message: `It runs from ${formatDate(from)} to ${formatDate(to)}, but a voucher charges one month only: ${formatMonth(monthOf(from))}.`,
  confirmLabel: 'Generate anyway',
  tone: 'caution' as const,
})

interface RunOptions<E extends Endpoint> extends Pick<
  SendFormOptions<E, RunForm>,
  'endpoint' | 'draft' | 'sent' | 'done' | 'refused'
> {
  /** True if the question about the period was answered before. */
  readonly isPeriodConfirmed?: () => boolean
  /** Asks about the effect of the run, after the question about the period. */
  readonly confirmRun?: (form: RunForm) => Promise<boolean>
}

/** The dates and the note of vouchers to be generated (spec 5.generation, spec 8.generation). */
export function useRunForm<E extends Endpoint>(options: RunOptions<E>) {
  const { isPeriodConfirmed, confirmRun, refused, ...run } = options
  const { today } = useStaff()
  const alert = useAlert()
  const confirm = useConfirm()
  const monthInAddress = useMonthInAddress()
  const isWrongMonth = ({ fromDate }: RunForm): boolean =>
    fromDate !== '' && !isPostable(monthOf(fromDate), today)

  const form = useSendForm<E, RunForm>({
    ...run,
    initial: () => ({ ...defaultDates(today), ...(monthInAddress && wholeMonth(monthInAddress)), note: '' }),
    check: (values) => ({
      ...(isWrongMonth(values) && { fromDate: choosePostableMonth(today) }),
      ...missingIn(values, ['fromDate', 'toDate', 'issueDate', 'dueDate']),
    }),
    isIncomplete,
    async confirm(values) {
      const { fromDate, toDate } = values
      const isLong = fromDate !== '' && toDate !== '' && isLongPeriod(fromDate, toDate)
      const asks = isLong && isPeriodConfirmed?.() !== true
      if (asks && !(await confirm(longPeriodQuestion(fromDate, toDate)))) return false
      return confirmRun === undefined || confirmRun(values)
    },
    async refused(failure, mark) {
      if (await refused?.(failure, mark)) return true
      const { msg } = failure
      // Shows these words as spec 8.generation.failed requires; other errors have a general message.
      const words = /failed|already exists/i.test(msg) ? msg : somethingBroke
      await alert(words, { tone: 'error', ...(msg !== words && { detail: msg }) })
      return true
    },
  })

  const { values, errors, change } = form
  const isWrong = isWrongMonth(values)
  const first = monthInAddress && firstOfMonth(monthInAddress)
  /** Opens the month that the address names, in place of a draft of another month. */
  const open = useEffectEvent((from: CalendarDate) => {
    const { fromDate } = values
    if (fromDate === '' || firstOfMonth(monthOf(fromDate)) !== from) change(wholeMonth(monthOf(from)))
  })
  useEffect(() => {
    if (first) open(first)
  }, [first])

  return {
    ...form,
    errors: isWrong ? { ...errors, fromDate: choosePostableMonth(today) } : errors,
    /** The first day of the month, as the effect is loaded once per month; `''` if there is none to load. */
    requestedMonth: values.fromDate === '' || isWrong ? '' : firstOfMonth(monthOf(values.fromDate)),
  } as const
}

interface RunFieldsProps {
  readonly form: SendForm<RunForm> & { readonly sending: boolean }
  readonly noteFor: string
}

/** The dates and the note of the vouchers to be generated; `noteFor` says which of them keep the note. */
export function RunFields({ form, noteFor }: RunFieldsProps) {
  const current = monthOf(useStaff().today)
  return (
    <Fieldset mx={0} variant="unstyled" disabled={form.sending}>
      <Stack gap="md">
        <VoucherDateFields
          dates={form.values}
          onChange={form.change}
          errors={form.errors}
          months={[current, addMonths(current, 1)]}
        />
        <Textarea
          {...form.field('note')}
          label="Note"
          description={noteFor}
          maxLength={500}
          rows={2}
          resize="vertical"
        />
      </Stack>
    </Fieldset>
  )
}

/** Short, because the vouchers have already been generated. */
const countTimeoutMs = 5000

interface Generated {
  readonly detail: string
  readonly month: Month
  /** The number of unposted vouchers among the new ones; shown if the month's count cannot be read. */
  readonly unposted: number
}

/**
 * Shows what was generated and how many of the month's vouchers are unposted; then opens these if chosen, or goes back
 * (spec 8.generation.succeeded, decisions 6.months).
 */
export function useGeneratedAlert() {
  const { today } = useStaff()
  const offer = useOffer()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const { key } = useLocation()

  return async (message: string, { detail, month, unposted }: Generated): Promise<void> => {
    const answer = await call(vouchersToPost, { timeoutMs: countTimeoutMs }).catch(() => null)
    const ofMonth = answer?.months.find((other) => isSameMonth(other, month))
    const count = answer ? (ofMonth?.count ?? 0) : unposted
    const waiting = count > 0 ? `\n${toPostWords({ ...month, count }, today)}.` : ''
    const label = count > 0 ? 'Post them now' : null
    if (!(await offer(message, label, { detail: `${detail}${waiting}` }))) return goBack()
    // Back from there returns to the previous screen, as OK does. The first entry of a visit has no previous screen.
    void navigate(addressToPost(month), { replace: key !== 'default' })
  }
}
