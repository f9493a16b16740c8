import { Progress, Stack, Text } from '@mantine/core'
import { campusPreview, generateForCampus } from '#contract/voucher-run.ts'
import { formatDate, formatMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { useCall } from '#web/api/queries.ts'
import { feeOfMonth } from '#web/kit/figures.tsx'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { MonthSteps } from '#web/kit/month-steps.tsx'
import { isSameMonth } from '#web/kit/months-offered.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { CampusPreview, type Preview } from './campus-preview.tsx'
import { RunFields, useGeneratedAlert, useRunForm, type RunForm } from './run-form.tsx'

/** From this number of vouchers on, the clerk must confirm. */
const many = 20

const isOfMonth = ({ fromDate }: RunForm, preview: Preview): boolean =>
  fromDate !== '' && isSameMonth(monthOf(fromDate), preview)

const question = (preview: Preview, { issueDate, dueDate }: RunForm) => ({
  title: `Generate ${count(preview.students, 'voucher')} for ${formatMonth(preview)}?`,
  message: [
    `${feeOfMonth(preview)} ${formatRupees(preview.thisMonth)}, arrears ${formatRupees(preview.arrears)}, net ${formatRupees(preview.netReceivable)}.`,
    ...(issueDate && dueDate ? [`Issued ${formatDate(issueDate)}, due ${formatDate(dueDate)}.`] : []),
    ...(preview.skipped.length > 0 ? [`${count(preview.skipped.length, 'student')} skipped.`] : []),
  ].join('\n'),
  confirmLabel: 'Generate vouchers',
})

/** A campus run from its dates to its outcome (spec 5.generation, spec 8.generation). */
function useCampusRun() {
  const alert = useAlert()
  const confirm = useConfirm()
  const showGenerated = useGeneratedAlert()
  const form = useRunForm<typeof generateForCampus>({
    endpoint: generateForCampus,
    draft: 'generate-campus',
    // A press before the figures have loaded waits for them; another month may be chosen meanwhile.
    confirmRun: async (values): Promise<boolean> => {
      const { data, error } = preview.isFetching ? await preview.refetch({ cancelRefetch: false }) : preview
      if (!data || error || data.students === 0 || !isOfMonth(values, data)) return false
      return data.students < many || confirm(question(data, values))
    },
    sent: (values) => ({ body: values }),
    done: async ({ generated, skipped }, { fromDate }) => {
      if (fromDate === '') return
      await showGenerated('Vouchers generated successfully', {
        detail: `${generated} generated, ${skipped} skipped.`,
        month: monthOf(fromDate),
        unposted: generated,
      })
    },
    async refused({ code }) {
      if (code !== 'voucher-exists') return false
      void preview.refetch()
      await alert('Voucher already exists for this month', { tone: 'error' })
      return true
    },
  })
  const { requestedMonth } = form
  const preview = useCall(
    campusPreview,
    { params: { fromDate: requestedMonth } },
    { enabled: requestedMonth !== '' },
  )
  return { ...form, preview }
}

/** `/generate-voucher/campus`: a run, all or nothing (spec 2.routes.generate-campus, decisions 3.generation). */
export function GenerateCampusScreen() {
  const run = useCampusRun()
  const { preview, requestedMonth, sending } = run
  const { data, error, isFetching } = preview
  const goBack = useGoBack()
  const students = error ? 0 : (data?.students ?? 0)

  return (
    <Screen
      title="Generate campus vouchers"
      lead="Makes this month's voucher for every student who does not have one."
      onLeave={goBack}
    >
      <form {...run.frame}>
        <Stack gap="md">
          <MonthSteps step="generate" month={requestedMonth ? monthOf(requestedMonth) : null} />
          <RunFields form={run} noteFor="Saved on every voucher" />
          <Outlook preview={preview} fromDate={requestedMonth} />
          {sending && (
            <div role="status">
              <Text mb={4}>Generating {count(students, 'voucher')}. Please wait.</Text>
              <Progress value={100} animated aria-hidden />
            </div>
          )}
          <FormButtons
            act="Generate vouchers"
            ready={isFetching || students > 0}
            sending={sending}
            cancel={goBack}
          />
        </Stack>
      </form>
    </Screen>
  )
}

interface OutlookProps extends Pick<ReturnType<typeof useCampusRun>, 'preview'> {
  readonly fromDate: CalendarDate | ''
}

/** The effect of the run, or the reason that it is unknown. */
function Outlook({ preview: { data, error, isFetching, refetch }, fromDate }: OutlookProps) {
  if (error) return <Failed failure={error} retry={() => void refetch()} />
  if (data && fromDate !== '') return <CampusPreview preview={data} fromDate={fromDate} />
  return isFetching && <Loading label="Counting the vouchers to be generated" />
}
