import { Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useStaff } from '#web/api/session.ts'
import { placesOpenIn, tabs, type TabKey } from './menu.ts'
import { tabPanelId } from './tab-menu.tsx'

interface Props {
  readonly tab: TabKey
}

export const Entries = ({ tab }: Props) => (
  <div id={tabPanelId} role="tabpanel" aria-labelledby="dashboard-entries">
    <Title order={2} id="dashboard-entries">
      {tabs.find(({ key }) => key === tab)?.label}
    </Title>
    <ul className="dashboard-list dashboard-entries">
      {placesOpenIn(useStaff(), tab).map(({ path, label }) => (
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
