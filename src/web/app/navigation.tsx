import { useMediaQuery } from '@mantine/hooks'
import {
  IconCashBanknote,
  IconCashRegister,
  IconHome,
  IconListDetails,
  IconMenu2,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { create } from 'zustand'
import { waitingApprovals } from '#contract/approvals.ts'
import { vouchersToPost } from '#contract/posting.ts'
import { canWrite } from '#domain/roles.ts'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { addRecentScreen } from '#web/kit/recents.ts'
import { entryOf, mayOpen, placeAt, placesWith } from '#web/places/menu.ts'
import { lazyDialog } from '#web/ui/load-once.ts'
import { listenForAltKeys, listenForScreenKeys, useScreenKeys, type ScreenKey } from '#web/ui/screen-keys.ts'
import { startTypeAhead } from '#web/ui/type-ahead.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { Counts, Groups, RailGroups, TabMenu } from './navigation-groups.tsx'
import './navigation.css'

const onDemand = () => import('./on-demand.tsx')
const KeySheet = lazyDialog(onDemand, (parts) => parts.KeySheet)
const PhoneMenu = lazyDialog(onDemand, (parts) => parts.PhoneMenu)

/** Counts the vouchers to post and the requests to approve, for users who may post or approve. */
function useCounts() {
  const { rights } = useStaff()
  const waiting = useCall(vouchersToPost, {}, { enabled: rights.includes('generate') })
  const requests = useCall(waitingApprovals, {}, { enabled: rights.includes('approve') })
  return {
    vouchers: waiting.data?.months.reduce((sum, { count }) => sum + count, 0) ?? 0,
    'fee-receipts': requests.data?.count ?? 0,
  }
}

interface RowProps {
  readonly to: string
  readonly label: string
  readonly icon: Icon
  /** The screens that light the row. */
  readonly paths?: readonly string[]
}

function Row({ to, label, icon: IconOfRow, paths = [to] }: RowProps) {
  const { pathname } = useLocation()
  return (
    <Link className="navigation-row" to={to} aria-current={paths.includes(pathname) ? 'page' : undefined}>
      <IconOfRow size={20} stroke={1.5} aria-hidden />
      <span className="navigation-word">{label}</span>
    </Link>
  )
}

function MainRows() {
  const { rights } = useStaff()
  return (
    <>
      <Row to="/dashboard" label="Dashboard" icon={IconHome} />
      {rights.includes('receive') && (
        <Row to="/receipts/individual" label="Receive payment" icon={IconCashRegister} />
      )}
    </>
  )
}

/** Leads to the drawer or, without the right to receive, to its closings; those who only read find them by name. */
function DrawerRow() {
  const staff = useStaff()
  const place = placeAt('/cashier-close')
  const entry = place && canWrite(staff.role) ? entryOf(staff, place) : null
  return entry && <Row to={entry.path} label={entry.label} icon={IconCashBanknote} paths={entry.paths} />
}

/** The navigation next to every screen; on the dashboard its groups are the tab menu. */
function SideNavigation() {
  const { pathname } = useLocation()
  const isTooNarrow = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false })
  const isNarrow = useMediaQuery('(max-width: 1439px)', false, { getInitialValueInEffect: false })
  const isChosen = useMenuAsIcons()
  const isRail = isChosen || isTooNarrow || (isNarrow && placeAt(pathname)?.isWide === true)
  const GroupsOfScreen = isRail ? RailGroups : Groups
  return (
    <nav className="navigation no-print" aria-label="Portal" data-rail={isRail || undefined}>
      <MainRows />
      <DrawerRow />
      <hr />
      {pathname === '/dashboard' ? <TabMenu /> : <GroupsOfScreen />}
      <ShellKeys />
    </nav>
  )
}

/** The navigation of a phone: a bar at the bottom, whose last button opens all other screens. */
function BottomNavigation() {
  const { pathname } = useLocation()
  // The address at which the menu is open; undefined until it is first opened.
  const [openAt, setOpenAt] = useState<string | null>()
  return (
    <>
      <nav className="bottom-navigation no-print" aria-label="Portal">
        <MainRows />
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
      {openAt !== undefined && (
        <PhoneMenu isOpen={openAt === pathname} close={() => setOpenAt(null)}>
          <DrawerRow />
          <Groups />
        </PhoneMenu>
      )}
    </>
  )
}

export function Navigation() {
  const { pathname } = useLocation()
  const isPhone = usePhone()
  useEffect(() => addRecentScreen(pathname), [pathname])
  return <Counts value={useCounts()}>{isPhone ? <BottomNavigation /> : <SideNavigation />}</Counts>
}

/** Links to the screens that share an entry of the menu with the current one, each at its own address. */
export function PlaceTabs() {
  const staff = useStaff()
  const { pathname } = useLocation()
  const places = placesWith(staff, pathname).filter(({ tabLabel }) => tabLabel !== '')
  if (places.length < 2) return null
  return (
    <nav className="place-tabs" aria-label="Screens with this one">
      {places.map(({ path, label, tabLabel = label }) => (
        <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
          {tabLabel}
        </Link>
      ))}
    </nav>
  )
}

export const useMenuAsIcons = (): boolean => usePreferences(({ menu }) => menu === 'icons')

const shortcuts = [
  { key: 'c', path: '/receipts/individual', label: 'Receive payment' },
  { key: 'g d', path: '/dashboard', label: 'Dashboard' },
  { key: 'g c', path: '/receipts/individual', label: 'Receive payment' },
  { key: 'g s', path: '/student-list', label: 'Student list' },
  { key: 'g f', path: '/fee-record', label: 'Total fee record' },
  { key: 'g n', path: '/new-admissions', label: 'Add new Admission' },
] as const

/** The sheet of keys, opened by its key and by the user's popup. */
export const useKeySheet = create(() => ({ isOpen: false }))

/** Handles the keys of every screen, and lists them on a sheet. */
function ShellKeys() {
  const staff = useStaff()
  const navigate = useNavigate()
  const isOn = usePreferences(({ singleKeys }) => singleKeys !== 'off')
  const isRail = useMenuAsIcons()
  const isSheetOpen = useKeySheet(({ isOpen }) => isOpen)
  const showSheet = (isOpen: boolean) => useKeySheet.setState({ isOpen })
  const navigationKeys = shortcuts
    .filter(({ path }) => path === '/dashboard' || mayOpen(staff, path))
    .map(({ key, path, label }): ScreenKey => ({
      key,
      label,
      run() {
        // Keys typed before the screen opens go into its first field.
        startTypeAhead()
        void navigate(path)
      },
    }))
  useScreenKeys([
    ...navigationKeys,
    {
      key: '[',
      label: 'Menu as icons or names',
      run: () => setPreferences({ menu: isRail ? 'names' : 'icons' }),
    },
    { key: '?', label: 'Keys of this screen', run: () => showSheet(true) },
  ])
  useEffect(() => (isOn ? listenForScreenKeys() : undefined), [isOn])
  useEffect(() => listenForAltKeys(), [])
  return isSheetOpen && <KeySheet close={() => showSheet(false)} />
}
