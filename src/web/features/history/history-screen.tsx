import { Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { campusHistory } from '#contract/history.ts'
import { studentAccount } from '#contract/student-account.ts'
import { listUsers } from '#contract/users.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { operator } from '#domain/roles.ts'
import { rollNoFrom } from '#domain/student-search.ts'
import { call, type CallFailed, type Reply } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { keyOf, useCall } from '#web/api/queries.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { StudentSearchField } from '#web/kit/student-combobox.tsx'
import { HistoryTable, kindInWords, type HistoryLine } from '#web/kit/table/history-table.tsx'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'

type Page = Reply<typeof campusHistory>

/** The number below which changes are loaded; undefined for the newest changes. */
type Before = number | undefined

interface Filters {
  readonly fromDate: CalendarDate | ''
  readonly toDate: CalendarDate | ''
  /** A user id; '' for everybody. */
  readonly who: string
  /** A kind of change; '' for all. */
  readonly what: string
}

const everything = (): Filters => ({ fromDate: '', toDate: '', who: '', what: '' })

/** The filters, kept for a user who returns from a student's page. */
function useHistoryFilters() {
  const [filters, setFilters, forget] = useDraft('history', everything)
  // Finds students in any state, because students who have left also have a history.
  const lookup = useStudentLookup({
    draft: 'history',
    find: (params, signal) => call(studentAccount, { params, signal }),
  })
  const { value } = lookup.field
  const query = { ...filters, rollNo: lookup.rollNo ?? rollNoFrom(value) }
  const { fromDate, toDate } = filters
  return {
    query,
    lookup,
    /** The error of the dates; null if they are right. */
    reversed: fromDate !== '' && toDate !== '' && toDate < fromDate ? 'Before the From Date' : null,
    /** The error if the typed text is not a number and no student was chosen from the list. */
    studentError: value.trim() !== '' && query.rollNo === null ? 'Choose a student from the list' : null,
    change: (changes: Partial<Filters>) => setFilters((before) => ({ ...before, ...changes })),
    forget: () => {
      forget()
      lookup.clear()
    },
  }
}

interface FiltersProps {
  readonly filtering: ReturnType<typeof useHistoryFilters>
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
  const who = [
    { value: '', label: 'Everyone' },
    ...(users.data?.users ?? []).map(({ userId, name }) => ({ value: userId, label: `${name} (${userId})` })),
    { value: operator, label: 'Operator (command line)' },
  ]
  const what = kinds.map((kind) => ({ value: kind, label: kindInWords(kind) }))
  return (
    <form noValidate className="no-print" aria-label="Which changes" onSubmit={submit}>
      <Stack gap={0}>
        <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm" verticalSpacing="sm">
          <DateField label="From Date" value={query.fromDate} onChange={(fromDate) => change({ fromDate })} />
          <DateField
            label="To Date"
            value={query.toDate}
            onChange={(toDate) => change({ toDate })}
            error={reversed}
          />
          <NativeSelect
            label="Who"
            value={query.who}
            data={who}
            onChange={(event) => change({ who: event.currentTarget.value })}
          />
          <NativeSelect
            label="What"
            value={query.what}
            data={[{ value: '', label: 'Everything' }, ...what]}
            onChange={(event) => change({ what: event.currentTarget.value })}
          />
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

const lineOf = ({ rollNo, studentName, changedByName, ...change }: Page['changes'][number]): HistoryLine => ({
  ...change,
  who: changedByName,
  student: rollNo === null ? null : { rollNo, name: studentName ?? `Roll No. ${rollNo}` },
})

interface ListProps {
  readonly history: UseInfiniteQueryResult<InfiniteData<Page, Before>, CallFailed>
  /** Starts again with the newest lines, or continues after a failure. */
  readonly again: () => void
}

function HistoryList({ history, again }: ListProps) {
  const lines = history.data?.pages.flatMap(({ changes }) => changes.map(lineOf)) ?? []
  const list = useRef<HTMLDivElement>(null)
  const [from, setFrom] = useState<number | null>(null)
  // Focuses the first new entry after `Show older`, because the button has moved or disappeared.
  useEffect(() => {
    if (from === null || lines.length <= from) return
    list.current?.querySelectorAll<HTMLElement>('tr[tabindex]')[from]?.focus({ preventScroll: true })
  }, [from, lines.length])
  const showOlder = () => {
    setFrom(lines.length)
    void history.fetchNextPage()
  }
  if (history.isPending) return <Loading label="Loading the history" />
  return (
    <section aria-label="History">
      {lines.length > 0 && (
        <>
          <Text role="status" size="xs" c="dimmed" my="xs">
            {count(lines.length, 'change')}, newest first
          </Text>
          <HistoryTable ref={list} lines={lines} />
        </>
      )}
      {lines.length === 0 && !history.error && <Empty title="Nothing found" />}
      {history.error && <Failed failure={history.error} retry={again} />}
      {history.hasNextPage && !history.error && (
        <Group justify="center" mt="sm">
          <Button variant="default" loading={history.isFetchingNextPage} onClick={showOlder}>
            Show older
          </Button>
        </Group>
      )}
    </section>
  )
}

/** `/history`: all users' actions in the campus; for admins. Changed filters hide the list until it is requested. */
export function HistoryScreen() {
  const goBack = useGoBack()
  const filtering = useHistoryFilters()
  const [query, setQuery] = useState(filtering.query)
  const history = useInfiniteQuery<Page, CallFailed, InfiniteData<Page, Before>, readonly unknown[], Before>({
    queryKey: keyOf(campusHistory, { body: query }),
    queryFn: ({ pageParam: before, signal }) => call(campusHistory, { body: { ...query, before }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ more, changes }) => (more ? changes.at(-1)?.changeNo : undefined),
    gcTime: 0,
  })
  const [kinds, setKinds] = useState<readonly string[]>([])
  // Every reply contains the kinds, and the last kinds are kept while the next reply loads.
  const kindsInReply = history.data?.pages[0]?.kinds
  if (kindsInReply && kindsInReply !== kinds) setKinds(kindsInReply)
  const isCurrent =
    JSON.stringify(query) === JSON.stringify(filtering.query) && filtering.studentError === null

  const again = () => void (history.isFetchNextPageError ? history.fetchNextPage() : history.refetch())
  const show = () => {
    if (isCurrent) again()
    setQuery(filtering.query)
  }
  const leave = () => {
    filtering.forget()
    goBack()
  }
  return (
    <Screen title="History" lead="What each user of this campus did, newest first." onLeave={leave}>
      <HistoryFilters filtering={filtering} kinds={kinds} onShow={show} onCancel={leave} />
      {isCurrent && <HistoryList history={history} again={again} />}
    </Screen>
  )
}
