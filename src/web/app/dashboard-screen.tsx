import { formatDate } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import { Screen } from '#web/ui/screen.tsx'
import { useId } from 'react'
import { Entries } from './entries.tsx'
import { TabMenu } from './tab-menu.tsx'
import { Today } from './today.tsx'
import { useActiveTab } from './use-active-tab.ts'

/** Where the day begins: what wants doing, and the way to every job of the office (spec 2.tabs). */
export function DashboardScreen() {
  const { role, today } = useStaff()
  const [tab, choose] = useActiveTab(role)
  const id = useId()
  return (
    <Screen title="Dashboard" campus={formatDate(today)}>
      <div className="dashboard">
        <TabMenu id={id} role={role} tab={tab} choose={choose} />
        <div>
          <Today />
          <Entries id={id} tab={tab} />
        </div>
      </div>
    </Screen>
  )
}
