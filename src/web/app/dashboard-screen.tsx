import type { ComponentType, ReactNode } from 'react'
import { formatDate } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import { Screen } from '#web/ui/screen.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { Entries } from './entries.tsx'
import { TabSelect } from './tab-menu.tsx'
import { Today } from './today.tsx'
import { useActiveTab } from './use-active-tab.ts'
import './dashboard.css'

interface DashboardScreenProps {
  /** The campus figures, shown around the tasks. */
  readonly Overview: ComponentType<{ readonly children: ReactNode }>
}

/** Today's tasks and the links to every job of the office (spec 2.tabs). */
export function DashboardScreen({ Overview }: DashboardScreenProps) {
  const staff = useStaff()
  const { today } = staff
  const [tab] = useActiveTab(staff)
  const isPhone = usePhone()
  return (
    <Screen title="Dashboard" campus={formatDate(today)}>
      {isPhone && <TabSelect viewer={staff} />}
      <Overview>
        <Today />
        <Entries tab={tab} />
      </Overview>
    </Screen>
  )
}
