import { NativeSelect } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import {
  IconCalculator,
  IconCash,
  IconChartBar,
  IconChevronDown,
  IconClockDollar,
  IconFileInvoice,
  IconReportMoney,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { createContext, use, useState, type KeyboardEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { useStaff } from '#web/api/session.ts'
import { entriesIn, tabsOf } from '#web/places/menu.ts'
import type { TabKey } from '#web/places/places.ts'
import { MenuButton } from '#web/ui/popup-button.tsx'

const icons = {
  admissions: IconUserPlus,
  vouchers: IconFileInvoice,
  'fee-receipts': IconCash,
  'admission-reports': IconChartBar,
  'monthly-fee-reports': IconReportMoney,
  accounts: IconCalculator,
  administration: IconUsers,
  'late-fee-charges': IconClockDollar,
} as const satisfies Record<TabKey, unknown>

/** The number of tasks in each group; not part of its accessible name. */
export const Counts = createContext<Readonly<Partial<Record<TabKey, number>>>>({})

function Head({ tab, label }: { readonly tab: TabKey; readonly label: string }) {
  const Icon = icons[tab]
  const { [tab]: count = 0 } = use(Counts)
  return (
    <>
      <Icon size={20} stroke={1.5} aria-hidden />
      <span className="navigation-word">{label}</span>
      {count > 0 && <span className="navigation-count" data-count={count} aria-hidden />}
    </>
  )
}

/** The screens with rows of their own above the groups, which then light nothing. */
const mainPaths = ['/receipts/individual', '/cashier-close', '/closings']

function useGroups() {
  const staff = useStaff()
  const { pathname } = useLocation()
  return tabsOf(staff).map(({ key, label }) => {
    const entries = entriesIn(staff, key).map(({ path, paths, ...entry }) => ({
      ...entry,
      to: path,
      isCurrent: paths.includes(pathname) && !mainPaths.includes(pathname),
    }))
    return { key, label, entries, isCurrent: entries.some(({ isCurrent }) => isCurrent) }
  })
}

/** Shows the groups; the group of the current screen is open until another group is opened. */
export function Groups() {
  const { pathname } = useLocation()
  const [chosen, choose] = useState<{ path: string; tab: TabKey | null }>({ path: '', tab: null })
  const groups = useGroups()
  const currentTab = groups.find(({ isCurrent }) => isCurrent)?.key ?? null
  const open = chosen.path === pathname ? chosen.tab : currentTab
  return (
    <div className="navigation-groups">
      {groups.map(({ key, label, entries }) => {
        const id = `navigation-${key}`
        return (
          <div key={key}>
            <button
              type="button"
              className="navigation-row"
              aria-expanded={key === open}
              aria-controls={id}
              onClick={() => choose({ path: pathname, tab: key === open ? null : key })}
            >
              <Head tab={key} label={label} />
              <IconChevronDown className="navigation-chevron" size={16} stroke={1.5} aria-hidden />
            </button>
            {key === open && (
              <ul id={id} className="plain-list">
                {entries.map(({ to, label: name, isCurrent }) => (
                  <li key={to}>
                    <Link className="navigation-entry" to={to} aria-current={isCurrent ? 'page' : undefined}>
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** The groups as icons with words, each with a menu of its screens. */
export const RailGroups = () => (
  <div className="navigation-groups">
    {useGroups().map(({ key, label, entries, isCurrent }) => (
      <MenuButton
        key={key}
        position="right-start"
        heading={label}
        entries={entries}
        button={
          <button type="button" className="navigation-row" data-current={isCurrent || undefined}>
            <Head tab={key} label={label} />
          </button>
        }
      />
    ))}
  </div>
)

/** The tabs of the user; the active one is stored under `activeTab`, or else the first (spec 9.constants.storage). */
export function useTabs() {
  const tabs = tabsOf(useStaff())
  const [storedKey, choose] = useLocalStorage({
    key: 'activeTab',
    defaultValue: '',
    getInitialValueInEffect: false,
    serialize: (tab) => tab,
    deserialize: (stored) => stored ?? '',
  })
  const active = tabs.find(({ key }) => key === storedKey) ?? tabs[0]
  if (!active) throw new Error('The menu has no tab for this role')
  return { tabs, active, choose }
}

export const tabPanelId = 'dashboard-panel'
const tabId = (tab: TabKey): string => `dashboard-tab-${tab}`

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The groups of the navigation as the tab menu of the dashboard (spec 2.tabs). */
export function TabMenu() {
  const { tabs, active, choose } = useTabs()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(active) + step + tabs.length) % tabs.length]
    if (!next) return
    choose(next.key)
    document.getElementById(tabId(next.key))?.focus()
  }
  return (
    <div className="navigation-groups" role="tablist" aria-label="Work" aria-orientation="vertical">
      {tabs.map((tab) => (
        <button
          key={tab.key}
          id={tabId(tab.key)}
          type="button"
          role="tab"
          className="navigation-row"
          aria-selected={tab === active}
          aria-controls={tabPanelId}
          tabIndex={tab === active ? 0 : -1}
          onClick={() => choose(tab.key)}
          onKeyDown={move}
        >
          <Head tab={tab.key} label={tab.label} />
        </button>
      ))}
    </div>
  )
}

export function TabSelect() {
  const { tabs, active, choose } = useTabs()
  return (
    <NativeSelect
      label="Work"
      size="md"
      mb="sm"
      value={active.key}
      data={tabs.map(({ key, label }) => ({ value: key, label }))}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
