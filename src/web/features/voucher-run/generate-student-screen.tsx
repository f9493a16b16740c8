import { Fieldset, Grid, Stack } from '@mantine/core'
import type { SyntheticEvent } from 'react'
import { useStaff } from '#web/api/session.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { StudentInBrief } from '#web/kit/student-in-brief.tsx'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { NewVoucher } from './new-voucher.tsx'
import { ReplaceQuestion } from './replace-question.tsx'
import { RunFields } from './run-fields.tsx'
import { useStudentRun } from './use-student-run.ts'

const lead = "Makes one student's voucher for a month. Unpaid fees of earlier months are added as arrears."

/**
 * `/generate-voucher/student`: shows the voucher, then generates it (spec 2.routes.generate-student, spec 5.generation,
 * spec 8.generation).
 */
export function GenerateStudentScreen() {
  const { campus } = useStaff()
  const run = useStudentRun()
  const { lookup, known, ready, sending } = run
  const goBack = useGoBack()

  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    // While the question is open, only its own button sends.
    if (!run.replaces) void run.submit()
  }

  function cancel() {
    run.clear()
    goBack()
  }

  return (
    <Screen title="Generate student voucher" campus={campus} lead={lead} onLeave={goBack}>
      <form {...run.frame} onSubmit={send} aria-label="Generate student voucher">
        <StudentSearchRow run={run} />
        <Stack gap="md">
          {lookup.failure && <Failed failure={lookup.failure} retry={() => void lookup.reload()} />}
          <Grid gap="xl">
            <Grid.Col span={{ base: 12, lg: 7 }}>
              <Fieldset mx={0} variant="unstyled" disabled={sending}>
                <RunFields form={run} noteFor="Saved on the voucher" />
              </Fieldset>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 5 }}>
              <NewVoucher run={run} />
            </Grid.Col>
          </Grid>
          {run.replaces && known ? (
            <ReplaceQuestion
              voucher={run.replaces}
              preview={known}
              ready={ready}
              sending={sending}
              replace={() => void run.submit()}
              keep={run.keep}
            />
          ) : (
            <FormButtons act="Generate" ready={ready} sending={sending} cancel={cancel} />
          )}
        </Stack>
      </form>
    </Screen>
  )
}

/** The search and, beside it so that nothing moves, who was found. */
const StudentSearchRow = ({ run }: { readonly run: ReturnType<typeof useStudentRun> }) => (
  <Grid gap="md">
    <Grid.Col span={{ base: 12, sm: 5 }}>
      <StudentSearchField {...run.lookup.field} readOnly={run.sending} autoFocus />
    </Grid.Col>
    <Grid.Col span={{ base: 12, sm: 7 }}>{run.student && <StudentInBrief student={run.student} />}</Grid.Col>
  </Grid>
)
