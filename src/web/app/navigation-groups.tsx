import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { MenuButton } from '#web/ui/popup-button.tsx'
import { placesIn, placesOpenIn, tabsOf, type Place, type TabKey, type Viewer } from './menu.ts'
import { HeadContent } from './navigation-head.tsx'

export type Counts = Readonly<Partial<Record<TabKey, number>>>

export const current = (isCurrent: boolean) => (isCurrent ? ('page' as const) : undefined)

interface GroupsProps {
  readonly viewer: Viewer
  readonly counts: Counts
}

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

/** Shows the groups; the group of the current screen is open until another group is opened. */
export function Groups({ viewer, counts }: GroupsProps) {
  const { pathname } = useLocation()
  const [chosen, choose] = useState<{ path: string; tab: TabKey | null }>({ path: '', tab: null })
  const currentTab = tabsOf(viewer).find(({ key }) => placesIn(key).some(({ path }) => path === pathname))
  const open = chosen.path === pathname ? chosen.tab : (currentTab?.key ?? null)
  return (
    <div className="navigation-groups">
      {tabsOf(viewer).map(({ key, label }) => {
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
            {key === open && <Entries id={id} places={placesOpenIn(viewer, key)} />}
          </div>
        )
      })}
    </div>
  )
}

/** The groups as icons, each with a menu of its screens. */
export function RailGroups({ viewer, counts }: GroupsProps) {
  const { pathname } = useLocation()
  return (
    <div className="navigation-groups">
      {tabsOf(viewer).map(({ key, label }) => {
        const places = placesOpenIn(viewer, key)
        return (
          <MenuButton
            key={key}
            position="right-start"
            heading={label}
            entries={places.map(({ path, label: name }) => ({
              label: name,
              to: path,
              isCurrent: path === pathname,
            }))}
            button={
              <button
                type="button"
                className="navigation-row"
                title={label}
                data-current={places.some(({ path }) => path === pathname) || undefined}
              >
                <HeadContent tab={key} label={label} count={counts[key]} />
              </button>
            }
          />
        )
      })}
    </div>
  )
}
