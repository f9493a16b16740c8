import type { ComponentType, ReactNode } from 'react'
import { formatDate } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import { Screen } from '#web/ui/screen.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { tabPanelId, TabSelect, useActiveTab } from './tab-menu.tsx'
import { Today } from './today.tsx'
import './dashboard.css'
import { Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { entriesIn, tabs } from '#web/places/menu.ts'
import type { TabKey } from '#web/places/places.ts'

interface Props {
  readonly tab: TabKey
}

const Entries = ({ tab }: Props) => (
  <div id={tabPanelId} role="tabpanel" aria-labelledby="dashboard-entries">
    <Title order={2} id="dashboard-entries">
      {tabs.find(({ key }) => key === tab)?.label}
    </Title>
    <ul className="dashboard-list dashboard-entries">
      {entriesIn(useStaff(), tab).map(({ path, label }) => (
        <li key={path}>
          <Link className="dashboard-row" to={path}>
            <span className="dashboard-name">{label}</span>
            <IconChevronRight size={18} stroke={1.5} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  </div>
)

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
