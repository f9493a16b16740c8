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
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { entriesIn, tabsOf } from '#web/places/menu.ts'
import type { Viewer } from '#web/places/place.ts'
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

interface Props {
  readonly tab: TabKey
  readonly label: string
  /** The number of tasks; not part of the accessible name. */
  readonly count?: number | undefined
}

export function HeadContent({ tab, label, count = 0 }: Props) {
  const Icon = icons[tab]
  return (
    <>
      <Icon size={20} stroke={1.5} aria-hidden />
      <span className="navigation-word">{label}</span>
      {count > 0 && <span className="navigation-count" data-count={count} aria-hidden />}
    </>
  )
}

export type Counts = Readonly<Partial<Record<TabKey, number>>>

export const current = (isCurrent: boolean) => (isCurrent ? ('page' as const) : undefined)

interface GroupsProps {
  readonly viewer: Viewer
  readonly counts: Counts
}

/** The screens with rows of their own above the groups, which then light nothing. */
const mainPaths = ['/receipts/individual', '/cashier-close', '/closings']

const useGroups = (viewer: Viewer) => {
  const { pathname } = useLocation()
  const isCurrent = ({ paths }: { readonly paths: readonly string[] }) =>
    paths.includes(pathname) && !mainPaths.includes(pathname)
  return tabsOf(viewer).map(({ key, label }) => {
    const entries = entriesIn(viewer, key).map((entry) => ({ ...entry, isCurrent: isCurrent(entry) }))
    return { key, label, entries, isCurrent: entries.some((entry) => entry.isCurrent) }
  })
}

/** Shows the groups; the group of the current screen is open until another group is opened. */
export function Groups({ viewer, counts }: GroupsProps) {
  const { pathname } = useLocation()
  const [chosen, choose] = useState<{ path: string; tab: TabKey | null }>({ path: '', tab: null })
  const groups = useGroups(viewer)
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
              <HeadContent tab={key} label={label} count={counts[key]} />
              <IconChevronDown className="navigation-chevron" size={16} stroke={1.5} aria-hidden />
            </button>
            {key === open && (
              <ul id={id} className="navigation-entries">
                {entries.map(({ path, label: name, isCurrent }) => (
                  <li key={path}>
                    <Link className="navigation-entry" to={path} aria-current={current(isCurrent)}>
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
export const RailGroups = ({ viewer, counts }: GroupsProps) => (
  <div className="navigation-groups">
    {useGroups(viewer).map(({ key, label, entries, isCurrent }) => (
      <MenuButton
        key={key}
        position="right-start"
        heading={label}
        entries={entries.map(({ path, label: name, isCurrent: isCurrentEntry }) => ({
          label: name,
          to: path,
          isCurrent: isCurrentEntry,
        }))}
        button={
          <button type="button" className="navigation-row" data-current={isCurrent || undefined}>
            <HeadContent tab={key} label={label} count={counts[key]} />
          </button>
        }
      />
    ))}
  </div>
)
