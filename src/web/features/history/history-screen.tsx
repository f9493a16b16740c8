import { useState } from 'react'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { useCampusHistory } from './use-campus-history.ts'
import { useHistoryFilters, type HistoryQuery } from './use-history-filters.ts'

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
