import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { campusRules } from '#contract/campus-rules.ts'
import { bookClosings, reopenBooks, type BookClosing } from '#contract/closed-days.ts'
import { addDays, formatDate, type CalendarDate } from '#domain/calendar.ts'
import { canManage } from '#domain/roles.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useReasonForm } from '#web/kit/adjusting/use-reason-form.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { CloseForm } from './close-form.tsx'
import { ClosingTable } from './closing-table.tsx'

interface BooksProps {
  readonly closedUntil: CalendarDate | null
  readonly closings: readonly BookClosing[]
}

interface ReopenDialogProps extends BooksProps {
  readonly closedUntil: CalendarDate
  readonly close: () => void
}

/** Reopens closed days with a reason: the days since the previous closing, or since another day. */
function ReopenDialog({ closedUntil, closings, close }: ReopenDialogProps) {
  const last = closings.find((closing) => closing.closedUntil === closedUntil && closing.figures !== null)
  const form = useReasonForm({
    endpoint: reopenBooks,
    initial: (): { closedUntil: CalendarDate | ''; reason: string } => ({
      closedUntil: last?.wasUntil ?? '',
      reason: '',
    }),
    sent: ({ closedUntil: day, reason }) => ({
      body: { ...(day !== '' && { closedUntil: day }), reason },
    }),
    alertWords: ({ msg }, { closedUntil: day }) => [msg, openedWords(day, closedUntil)],
    close,
  })
  return (
    <FormDialog title="Reopen the books" confirmLabel="Reopen" form={form} close={close}>
      <Text>
        {openedWords(form.values.closedUntil, closedUntil)} The closings and their figures stay in the list,
        with this reopening.
      </Text>
      <DateField
        label="Closed up to"
        description="Left empty, every day is open again"
        {...form.field('closedUntil')}
        max={addDays(closedUntil, -1)}
      />
      <ReasonInput data-autofocus {...form.field('reason')} />
    </FormDialog>
  )
}

const openedWords = (until: CalendarDate | '', closedUntil: CalendarDate): string =>
  until === ''
    ? `Every day up to ${formatDate(closedUntil)} is open again.`
    : `The days from ${formatDate(addDays(until, 1))} to ${formatDate(closedUntil)} are open again.`

/** `/closed-days`: the closed days with the figures of each closing; an admin closes and reopens. */
export function ClosedDaysScreen() {
  const { role } = useStaff()
  const goBack = useGoBack()
  const rules = useCall(campusRules)
  const closings = useCall(bookClosings)
  const failed = [rules, closings].find(({ isError }) => isError)
  const reload = () => void Promise.all([rules.refetch(), closings.refetch()])
  return (
    <Screen
      title="Close the books"
      lead="Nothing dated on a closed day is accepted, so that the figures of a month stay as they were filed."
      onLeave={goBack}
    >
      {failed?.error && <Failed failure={failed.error} retry={reload} />}
      {!failed && !(rules.data && closings.data) && <Loading label="Loading the closings" />}
      {rules.data && closings.data && (
        <Stack gap="lg">
          {canManage(role) ? (
            <Books closedUntil={rules.data.closedUntil} closings={closings.data.closings} />
          ) : (
            <Text>{stateOf(rules.data.closedUntil)}</Text>
          )}
          <ClosingTable closings={closings.data.closings} />
        </Stack>
      )}
    </Screen>
  )
}

const stateOf = (closedUntil: CalendarDate | null): string =>
  closedUntil === null ? 'Every day is open.' : `The books are closed up to ${formatDate(closedUntil)}.`

function Books({ closedUntil, closings }: BooksProps) {
  const [isReopening, setReopening] = useState(false)
  return (
    <Paper withBorder p="md" maw={820}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div>
            <Title order={2}>Close the books</Title>
            <Text role="status">{stateOf(closedUntil)}</Text>
          </div>
          {closedUntil !== null && (
            <Button variant="default" size="xs" flex="none" onClick={() => setReopening(true)}>
              Reopen…
            </Button>
          )}
        </Group>
        <CloseForm key={closedUntil} closedUntil={closedUntil} />
      </Stack>
      {isReopening && closedUntil !== null && (
        <ReopenDialog closedUntil={closedUntil} closings={closings} close={() => setReopening(false)} />
      )}
    </Paper>
  )
}
