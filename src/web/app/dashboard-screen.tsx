import { Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { useStaff } from '#web/api/session.ts'
import { entriesIn, tabs } from '#web/places/menu.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { tabPanelId, TabSelect, useActiveTab } from './tab-menu.tsx'
import { Today } from './today.tsx'
import './dashboard.css'

/** The links of the chosen tab (spec 2.tabs). */
function Jobs({ isPhone }: { readonly isPhone: boolean }) {
  const staff = useStaff()
  const [tab] = useActiveTab(staff)
  return (
    <div>
      {isPhone && <TabSelect viewer={staff} />}
      <div id={tabPanelId} className="dashboard-jobs" role="tabpanel" aria-labelledby="dashboard-jobs">
        <Title order={2} id="dashboard-jobs">
          {tabs.find(({ key }) => key === tab)?.label}
        </Title>
        <ul>
          {entriesIn(staff, tab).map(({ path, label }) => (
            <li key={path}>
              <Link to={path}>{label}</Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

interface DashboardScreenProps {
  /** The frame with the campus figures, which arranges the tasks and the jobs. */
  readonly Overview: ComponentType<{
    readonly toDo: ReactNode
    readonly jobs: ReactNode
    readonly isPhone: boolean
  }>
}

/** Today's tasks and the links to every job of the office (spec 2.tabs). */
export function DashboardScreen({ Overview }: DashboardScreenProps) {
  const isPhone = usePhone()
  return <Overview toDo={<Today />} jobs={<Jobs isPhone={isPhone} />} isPhone={isPhone} />
}
