import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { count } from '#domain/count.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { HistoryLines, type HistoryLine } from '#web/kit/history-lines.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { useCampusHistory, type CampusHistory } from './use-campus-history.ts'
import { useHistoryFilters, type HistoryQuery } from './use-history-filters.ts'

interface Props {
  readonly history: CampusHistory
}

type HistoryChange = CampusHistory['changes'][number]

const lineOf = ({ rollNo, studentName, changedByName, ...change }: HistoryChange): HistoryLine => ({
  ...change,
  who: changedByName,
  student: rollNo === null ? null : { rollNo, name: studentName ?? `Roll No. ${rollNo}` },
})

/** After `Show older` the first new line gets the focus, as the button has moved or gone. */
function useFocusOnFirstNew(length: number) {
  const list = useRef<HTMLOListElement>(null)
  const [from, setFrom] = useState<number | null>(null)
  useEffect(() => {
    if (from === null || length <= from) return
    const line = list.current?.children[from]
    if (line instanceof HTMLElement) line.focus({ preventScroll: true })
  }, [from, length])
  return { list, focusFrom: setFrom }
}

function HistoryList({ history }: Props) {
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
          <Text role="status" size="xs" c="dimmed">
            {count(changes.length, 'change')}, newest first
          </Text>
          <HistoryLines ref={list} lines={changes.map(lineOf)} />
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

/** `/history`: the acts of all users in the campus; for admins. Changed filters hide the list until it is asked for. */
export function HistoryScreen() {
  const { campus } = useStaff()
  const goBack = useGoBack()
  const filtering = useHistoryFilters()
  const [asked, setAsked] = useState(filtering.asked)
  const history = useCampusHistory(asked)
  const stands = isSame(asked, filtering.asked) && filtering.studentError === null

  const show = () => {
    if (stands) history.again()
    setAsked(filtering.asked)
  }
  const leave = () => {
    filtering.forget()
    goBack()
  }
  return (
    <Screen
      title="History"
      campus={campus}
      lead="What each user of this campus did, newest first."
      onLeave={leave}
    >
      <HistoryFilters filtering={filtering} kinds={history.kinds} onShow={show} onCancel={leave} />
      {stands && <HistoryList history={history} />}
    </Screen>
  )
}
