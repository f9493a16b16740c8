import { vouchersToPost } from '#contract/posting.ts'
import { canWrite, type Role } from '#domain/roles.ts'
import { reports } from '#reports/reports.ts'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { ActionIcon, Drawer, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconCashRegister,
  IconChevronDown,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListDetails,
  IconMenu2,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import { addRecentScreen } from '#web/kit/recents.ts'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { isOpenTo, placesIn, tabsOf, type Place, type TabKey } from './menu.ts'
import { HeadContent } from './navigation-head.tsx'
import './navigation.css'
import { TabMenu } from './tab-menu.tsx'

type Counts = Readonly<Partial<Record<TabKey, number>>>

/** How many vouchers wait to be posted, for those who may post them. */
function useCounts(): Counts {
  const { campus, role } = useStaff()
  const waiting = useCall(
    keys.vouchersToPost(campus),
    vouchersToPost,
    { params: { campus } },
    { enabled: canWrite(role) },
  )
  return { vouchers: waiting.data?.months.reduce((sum, { count }) => sum + count, 0) ?? 0 }
}

interface RowProps {
  readonly to: string
  readonly label: string
  readonly icon: Icon
}

const current = (is: boolean) => (is ? ('page' as const) : undefined)

function Row({ to, label, icon: IconOfRow }: RowProps) {
  const { pathname } = useLocation()
  return (
    <Link className="navigation-row" to={to} aria-current={current(pathname === to)} title={label}>
      <IconOfRow size={20} stroke={1.5} aria-hidden />
      <span className="navigation-word">{label}</span>
    </Link>
  )
}

interface GroupsProps {
  readonly role: Role
  readonly counts: Counts
}

const placesOpenTo = (role: Role, tab: TabKey): readonly Place[] =>
  placesIn(tab).filter(({ access }) => isOpenTo(role, access))

interface EntriesProps {
  readonly id: string
  readonly places: readonly Place[]
}

function Entries({ id, places }: EntriesProps) {
  const { pathname } = useLocation()
  return (
    <ul id={id} className="navigation-entries">
      {places.map(({ path, label }) => (
        <li key={path}>
          <Link className="navigation-entry" to={path} aria-current={current(pathname === path)}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The groups with their screens; the one that holds this screen is open until another is opened here. */
function Groups({ role, counts }: GroupsProps) {
  const { pathname } = useLocation()
  const [chosen, choose] = useState<{ at: string; tab: TabKey | null }>({ at: '', tab: null })
  const held = tabsOf(role).find(({ key }) => placesIn(key).some(({ path }) => path === pathname))
  const open = chosen.at === pathname ? chosen.tab : (held?.key ?? null)
  return (
    <div className="navigation-groups">
      {tabsOf(role).map(({ key, label }) => {
        const id = `navigation-${key}`
        return (
          <div key={key}>
            <button
              type="button"
              className="navigation-row"
              aria-expanded={key === open}
              aria-controls={id}
              onClick={() => choose({ at: pathname, tab: key === open ? null : key })}
            >
              <HeadContent tab={key} label={label} count={counts[key]} />
              <IconChevronDown className="navigation-chevron" size={16} stroke={1.5} aria-hidden />
            </button>
            {key === open && <Entries id={id} places={placesOpenTo(role, key)} />}
          </div>
        )
      })}
    </div>
  )
}

/** The groups as icons, each of which opens a menu of its screens. */
function RailGroups({ role, counts }: GroupsProps) {
  const { pathname } = useLocation()
  return (
    <div className="navigation-groups">
      {tabsOf(role).map(({ key, label }) => {
        const places = placesOpenTo(role, key)
        return (
          <Menu key={key} position="right-start">
            <Menu.Target>
              <button
                type="button"
                className="navigation-row"
                title={label}
                data-current={places.some(({ path }) => path === pathname) || undefined}
              >
                <HeadContent tab={key} label={label} count={counts[key]} />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>{label}</Menu.Label>
              {places.map(({ path, label: name }) => (
                <Menu.Item key={path} component={Link} to={path} aria-current={current(path === pathname)}>
                  {name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )
      })}
    </div>
  )
}

function MainRows({ role }: { readonly role: Role }) {
  return (
    <>
      <Row to="/dashboard" label="Dashboard" icon={IconHome} />
      {canWrite(role) && <Row to="/receipts/individual" label="Receive payment" icon={IconCashRegister} />}
    </>
  )
}

function RailSwitch({ isRail }: { readonly isRail: boolean }) {
  const label = isRail ? 'Show the names in the menu' : 'Show the menu as icons'
  const IconOfSwitch = isRail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <ActionIcon
      className="navigation-switch"
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      title={label}
      onClick={() => setPreferences({ menu: isRail ? 'names' : 'icons' })}
    >
      <IconOfSwitch size={20} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
}

/** The navigation at the left of every screen: its groups are the tab menu while the dashboard is shown. */
function SideNavigation({ counts }: { readonly counts: Counts }) {
  const { role } = useStaff()
  const { pathname } = useLocation()
  const tooNarrow = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false })
  const isNarrow = useMediaQuery('(max-width: 1439px)', false, { getInitialValueInEffect: false })
  // The many columns of a report need the room.
  const makesRoom = tooNarrow || (isNarrow && reports.some(({ place }) => place.path === pathname))
  const isRail = usePreferences(({ menu }) => menu === 'icons') || makesRoom
  const GroupsOfScreen = isRail ? RailGroups : Groups
  return (
    <nav className="navigation no-print" aria-label="Portal" data-rail={isRail || undefined}>
      <MainRows role={role} />
      <hr />
      {pathname === '/dashboard' ? (
        <TabMenu role={role} counts={counts} />
      ) : (
        <GroupsOfScreen role={role} counts={counts} />
      )}
      {!makesRoom && <RailSwitch isRail={isRail} />}
    </nav>
  )
}

/** The navigation of a phone: a bar at the foot, and everything behind its last button. */
function BottomNavigation({ counts }: { readonly counts: Counts }) {
  const { role } = useStaff()
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  return (
    <>
      <nav className="bottom-navigation no-print" aria-label="Portal">
        <MainRows role={role} />
        <Row to="/student-list" label="Students" icon={IconUsersGroup} />
        <Row to="/fee-record" label="Fee record" icon={IconListDetails} />
        <button
          type="button"
          className="navigation-row"
          aria-haspopup="dialog"
          aria-expanded={openAt === pathname}
          onClick={() => setOpenAt(pathname)}
        >
          <IconMenu2 size={20} stroke={1.5} aria-hidden />
          <span className="navigation-word">Menu</span>
        </button>
      </nav>
      <Drawer
        opened={openAt === pathname}
        onClose={() => setOpenAt(null)}
        title="Menu"
        size={280}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Groups role={role} counts={counts} />
      </Drawer>
    </>
  )
}

/** The way to every screen, from every screen. */
export function Navigation() {
  const counts = useCounts()
  const { pathname } = useLocation()
  useEffect(() => addRecentScreen(pathname), [pathname])
  const isPhone = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false })
  const Shown = isPhone ? BottomNavigation : SideNavigation
  return <Shown counts={counts} />
}
