import { Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { listUsers } from '#contract/users.ts'
import { count } from '#domain/count.ts'
import { operator } from '#domain/roles.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { HistoryTable, kindInWords, type HistoryLine } from '#web/kit/table/history-table.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { useCampusHistory, type CampusHistory } from './use-campus-history.ts'
import { useHistoryFilters, type HistoryFiltering, type HistoryQuery } from './use-history-filters.ts'

interface FiltersProps {
  readonly filtering: HistoryFiltering
  readonly kinds: readonly string[]
  readonly onShow: () => void
  readonly onCancel: () => void
}

function HistoryFilters({ filtering, kinds, onShow, onCancel }: FiltersProps) {
  const { query, lookup, reversed, studentError, change } = filtering
  const users = useCall(listUsers)
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
          <DateField label="From Date" value={query.fromDate} onChange={(fromDate) => change({ fromDate })} />
          <DateField
            label="To Date"
            value={query.toDate}
            onChange={(toDate) => change({ toDate })}
            error={reversed}
          />
          <UserField users={users.data?.users ?? []} who={query.who} onChange={(who) => change({ who })} />
          <NativeSelect
            label="What"
            value={query.what}
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

interface ListProps {
  readonly history: CampusHistory
}

type HistoryChange = CampusHistory['changes'][number]

const lineOf = ({ rollNo, studentName, changedByName, ...change }: HistoryChange): HistoryLine => ({
  ...change,
  who: changedByName,
  student: rollNo === null ? null : { rollNo, name: studentName ?? `Roll No. ${rollNo}` },
})

/** Focuses the first new entry after `Show older`, because the button has moved or disappeared. */
function useFocusOnFirstNew(length: number) {
  const list = useRef<HTMLDivElement>(null)
  const [from, setFrom] = useState<number | null>(null)
  useEffect(() => {
    if (from === null || length <= from) return
    list.current?.querySelectorAll<HTMLElement>('tr[tabindex]')[from]?.focus({ preventScroll: true })
  }, [from, length])
  return { list, focusFrom: setFrom }
}

function HistoryList({ history }: ListProps) {
  const { changes, failure, loading, hasOlder, loadingOlder, again, showOlder } = history
  const { list, focusFrom } = useFocusOnFirstNew(changes.length)
  const older = () => {
    focusFrom(changes.length)
    void showOlder()
  }
  if (loading) return <Loading label="Loading the history" />
  return (
    <section aria-label="History">
      {changes.length > 0 && (
        <>
          <Text role="status" size="xs" c="dimmed" my="xs">
            {count(changes.length, 'change')}, newest first
          </Text>
          <HistoryTable ref={list} lines={changes.map(lineOf)} />
        </>
      )}
      {changes.length === 0 && !failure && <Empty title="Nothing found" />}
      {failure && <Failed failure={failure} retry={again} />}
      {hasOlder && !failure && <ShowOlder loading={loadingOlder} onClick={older} />}
    </section>
  )
}

interface ShowOlderProps {
  readonly loading: boolean
  readonly onClick: () => void
}

const ShowOlder = ({ loading, onClick }: ShowOlderProps) => (
  <Group justify="center" mt="sm">
    <Button variant="default" loading={loading} onClick={onClick}>
      Show older
    </Button>
  </Group>
)

const isSame = (one: HistoryQuery, other: HistoryQuery): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** `/history`: all users' actions in the campus; for admins. Changed filters hide the list until it is requested. */
export function HistoryScreen() {
  const goBack = useGoBack()
  const filtering = useHistoryFilters()
  const [query, setQuery] = useState(filtering.query)
  const history = useCampusHistory(query)
  const isCurrent = isSame(query, filtering.query) && filtering.studentError === null

  const show = () => {
    if (isCurrent) history.again()
    setQuery(filtering.query)
  }
  const leave = () => {
    filtering.forget()
    goBack()
  }
  return (
    <Screen title="History" lead="What each user of this campus did, newest first." onLeave={leave}>
      <HistoryFilters filtering={filtering} kinds={history.kinds} onShow={show} onCancel={leave} />
      {isCurrent && <HistoryList history={history} />}
    </Screen>
  )
}
