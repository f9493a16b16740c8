import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { campusRules } from '#contract/campus-rules.ts'
import { bookClosings, type BookClosing } from '#contract/closed-days.ts'
import { formatDate } from '#domain/calendar.ts'
import { canManage } from '#domain/roles.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { CloseForm } from './close-form.tsx'
import { ClosingTable } from './closing-table.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'

/** `/closed-days`: the closed days with the figures of each closing; an admin closes and reopens. */
export function ClosedDaysScreen() {
  const { campus, role } = useStaff()
  const goBack = useGoBack()
  const rules = useCall(keys.campusRules(campus), campusRules, { params: { campus } })
  const closings = useCall(keys.bookClosings(campus), bookClosings, { params: { campus } })
  const failed = [rules, closings].find(({ isError }) => isError)
  const reload = () => void Promise.all([rules.refetch(), closings.refetch()])
  return (
    <Screen
      title="Closed days"
      campus={campus}
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
          {closings.data.closings.length > 0 ? (
            <ClosingTable closings={closings.data.closings} />
          ) : (
            <Empty
              title="The books have never been closed"
              hint="The figures of each closing are listed here."
            />
          )}
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

/** The state of the books, and an admin's acts on it. */
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
