import { Button, Group, NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { listUsers } from '#contract/users.ts'
import { operator } from '#domain/roles.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { kindInWords } from '#web/kit/history-lines.tsx'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Failed } from '#web/ui/states.tsx'
import type { HistoryFiltering } from './use-history-filters.ts'

interface Props {
  readonly filtering: HistoryFiltering
  readonly kinds: readonly string[]
  readonly onShow: () => void
  readonly onCancel: () => void
}

export function HistoryFilters({ filtering, kinds, onShow, onCancel }: Props) {
  const { asked, lookup, reversed, studentError, change } = filtering
  const { campus } = useStaff()
  const users = useCall(keys.users(campus), listUsers, { params: { campus } })
  const [tried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(studentError !== null)
    if (reversed === null && studentError === null) onShow()
  }
  return (
    <form noValidate className="no-print" aria-label="Which changes" onSubmit={submit}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm" verticalSpacing="sm">
          <DateField label="From Date" value={asked.fromDate} onChange={(fromDate) => change({ fromDate })} />
          <DateField
            label="To Date"
            value={asked.toDate}
            onChange={(toDate) => change({ toDate })}
            error={reversed}
          />
          <UserField users={users.data?.users ?? []} who={asked.who} onChange={(who) => change({ who })} />
          <NativeSelect
            label="What"
            value={asked.what}
            onChange={(event) => change({ what: event.currentTarget.value })}
          >
            <option value="">Everything</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindInWords(kind)}
              </option>
            ))}
          </NativeSelect>
          <StudentSearchField {...lookup.field} error={tried && studentError} />
        </SimpleGrid>
        {users.isError && <Failed failure={users.error} retry={() => void users.refetch()} />}
        <Group gap="sm">
          <Button type="submit" disabled={reversed !== null}>
            Show history
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface UserFieldProps {
  readonly users: Reply<typeof listUsers>['users']
  /** A user id; '' for everybody. */
  readonly who: string
  readonly onChange: (who: string) => void
}

const UserField = ({ users, who, onChange }: UserFieldProps) => (
  <NativeSelect label="Who" value={who} onChange={(event) => onChange(event.currentTarget.value)}>
    <option value="">Everyone</option>
    {users.map(({ userId, name }) => (
      <option key={userId} value={userId}>
        {name} ({userId})
      </option>
    ))}
    <option value={operator}>Operator (command line)</option>
  </NativeSelect>
)
