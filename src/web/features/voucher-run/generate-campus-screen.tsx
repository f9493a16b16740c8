import { Fieldset, Progress, Stack, Text } from '@mantine/core'
import { monthOf, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { useStaff } from '#web/api/session.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { MonthSteps } from '#web/kit/month-steps.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { CampusPreview } from './campus-preview.tsx'
import { RunFields } from './run-fields.tsx'
import { useCampusRun } from './use-campus-run.ts'

/** `/generate-voucher/campus`: a run, all or nothing (spec 2.routes.generate-campus, decisions 3.generation). */
export function GenerateCampusScreen() {
  const { campus } = useStaff()
  const run = useCampusRun()
  const { preview, students, ready, sending } = run
  const goBack = useGoBack()

  return (
    <Screen
      title="Generate campus vouchers"
      campus={campus}
      lead="Makes this month's voucher for every student who does not have one."
      onLeave={goBack}
    >
      <form {...run.frame}>
        <Stack gap="md">
          <MonthSteps step="generate" month={run.requestedMonth ? monthOf(run.requestedMonth) : null} />
          <Fieldset mx={0} variant="unstyled" disabled={sending}>
            <RunFields form={run} noteFor="Saved on every voucher" />
          </Fieldset>
          <Outlook preview={preview} fromDate={run.requestedMonth} />
          {sending && <Running students={students} />}
          <FormButtons act="Generate vouchers" ready={ready} sending={sending} cancel={goBack} />
        </Stack>
      </form>
    </Screen>
  )
}

interface OutlookProps extends Pick<ReturnType<typeof useCampusRun>, 'preview'> {
  readonly fromDate: CalendarDate | ''
}

/** The effect of the run, or the reason that it is unknown. */
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
