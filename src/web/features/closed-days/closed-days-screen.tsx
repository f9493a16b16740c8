import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { campusRules } from '#contract/campus-rules.ts'
import { bookClosings, reopenBooks, type BookClosing } from '#contract/closed-days.ts'
import { addDays, formatDate, type CalendarDate } from '#domain/calendar.ts'
import { canManage } from '#domain/roles.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { reasonErrors } from '#web/kit/form/field-errors.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { CloseForm } from './close-form.tsx'
import { ClosingTable } from './closing-table.tsx'

interface ReopenDialogProps {
  readonly closedUntil: CalendarDate
  readonly closings: readonly BookClosing[]
  readonly close: () => void
}

/** Reopens closed days with a reason: the days since the previous closing, or since another day. */
function ReopenDialog({ closedUntil, closings, close }: ReopenDialogProps) {
  const alert = useAlert()
  const form = useSendForm({
    endpoint: reopenBooks,
    isSecret: false,
    initial: (): { closedUntil: CalendarDate | ''; reason: string } => ({
      closedUntil: dayBefore(closings, closedUntil) ?? '',
      reason: '',
    }),
    check: reasonErrors,
    sent: ({ closedUntil: day, reason }) => ({
      body: { ...(day !== '' && { closedUntil: day }), reason },
    }),
    async done({ msg }, { closedUntil: day }) {
      close()
      await alert(msg, { detail: openedWords(day, closedUntil) })
    },
  })
  const until = form.values.closedUntil
  return (
    <FormDialog title="Reopen the books" confirmLabel="Reopen" form={form} close={close}>
      <Text>
        {openedWords(until, closedUntil)} The closings and their figures stay in the list, with this
        reopening.
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

/** The day up to which the books were closed before the last closing. */
const dayBefore = (closings: readonly BookClosing[], closedUntil: CalendarDate): CalendarDate | null =>
  closings.find((closing) => closing.closedUntil === closedUntil && closing.figures !== null)?.wasUntil ??
  null

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

const stateOf = (closedUntil: BookClosing['closedUntil']): string =>
  closedUntil === null ? 'Every day is open.' : `The books are closed up to ${formatDate(closedUntil)}.`

interface BooksProps {
  readonly closedUntil: BookClosing['closedUntil']
  readonly closings: readonly BookClosing[]
}

/** The state of the books, and an admin's actions on it. */
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
