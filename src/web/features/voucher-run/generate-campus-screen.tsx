import { formatDate, formatMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useConfirm } from '#web/ui/alert-dialog.tsx'
import { useFirstWrong } from '#web/ui/first-wrong.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { Fieldset, Progress, Stack, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import { CampusPreview } from './campus-preview.tsx'
import { feeOfMonth } from '#web/kit/figures.tsx'
import { FormButtons } from '#web/kit/form-buttons.tsx'
import { MonthSteps } from '#web/kit/month-steps.tsx'
import { RunFields } from './run-fields.tsx'
import { useCampusRun, type Preview } from './use-campus-run.ts'
import type { RunForm } from './use-run-form.ts'

/** From this many vouchers on, the run is asked about once more. */
const many = 20

/** `/generate-voucher/campus`: says what a run would do, then does it, all or none (spec 2.routes.generate-campus, decisions 3.generation). */
export function GenerateCampusScreen() {
  const { campus } = useStaff()
  const campusRun = useCampusRun()
  const { form, errors, change, clear, preview, markMissing, confirmPeriod, run, sending } = campusRun
  const { form: frame, focusFirstWrong } = useFirstWrong()
  const confirm = useConfirm()
  const goBack = useGoBack()
  const known = preview.error ? undefined : preview.data
  const students = known?.students ?? 0

  async function generate(event: FormEvent) {
    event.preventDefault()
    if (await markMissing()) return focusFirstWrong()
    if (!known || !(await confirmPeriod())) return
    if (students >= many && !(await confirm(question(known, form)))) return
    await run()
  }

  function cancel() {
    clear()
    goBack()
  }

  return (
    <Screen
      title="Generate campus vouchers"
      campus={campus}
      lead="Makes this month's voucher for every student who does not have one."
      onLeave={goBack}
    >
      <form ref={frame} noValidate onSubmit={(event) => void generate(event)}>
        <Stack gap="md">
          <MonthSteps step="generate" month={campusRun.monthAsked ? monthOf(campusRun.monthAsked) : null} />
          <Fieldset mx={0} variant="unstyled" disabled={sending}>
            <RunFields form={form} errors={errors} change={change} noteFor="Saved on every voucher" />
          </Fieldset>
          <Outlook preview={preview} fromDate={campusRun.monthAsked} />
          {sending && <Running students={students} />}
          <FormButtons
            act="Generate vouchers"
            ready={students > 0 && !preview.isFetching}
            sending={sending}
            cancel={cancel}
          />
        </Stack>
      </form>
    </Screen>
  )
}

interface OutlookProps extends Pick<ReturnType<typeof useCampusRun>, 'preview'> {
  readonly fromDate: CalendarDate | ''
}

/** What the run would do, or why that is not known yet. */
const Outlook = ({ preview, fromDate }: OutlookProps) => {
  if (preview.error) return <Failed failure={preview.error} retry={() => void preview.refetch()} />
  if (preview.data && fromDate !== '') return <CampusPreview preview={preview.data} fromDate={fromDate} />
  return preview.isFetching && <Loading label="Counting the vouchers to be generated" />
}

const Running = ({ students }: { readonly students: number }) => (
  <div role="status">
    <Text mb={4}>Generating {count(students, 'voucher')}. Please wait.</Text>
    <Progress value={100} animated aria-hidden />
  </div>
)

const question = (preview: Preview, { issueDate, dueDate }: RunForm) => ({
  title: `Generate ${count(preview.students, 'voucher')} for ${formatMonth(preview)}?`,
  message: [
    `${feeOfMonth(preview)} ${formatRupees(preview.thisMonth)}, arrears ${formatRupees(preview.arrears)}, net ${formatRupees(preview.netReceivable)}.`,
    ...(issueDate && dueDate ? [`Issued ${formatDate(issueDate)}, due ${formatDate(dueDate)}.`] : []),
    ...(preview.skipped.length > 0 ? [`${count(preview.skipped.length, 'student')} skipped.`] : []),
  ].join('\n'),
  confirmLabel: 'Generate vouchers',
})
