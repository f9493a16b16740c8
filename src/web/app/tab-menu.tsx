import { NativeSelect } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import { tabsOf } from '#web/places/menu.ts'
import type { Viewer } from '#web/places/place.ts'
import type { TabKey } from '#web/places/places.ts'
import { HeadContent, type Counts } from './navigation-groups.tsx'

/** The tab stored in local storage under `activeTab`, otherwise the first that is open (spec 9.constants.storage). */
export function useActiveTab(viewer: Viewer): [tab: TabKey, choose: (tab: TabKey) => void] {
  const [storedKey, setStoredKey] = useLocalStorage({
    key: 'activeTab',
    defaultValue: '',
    getInitialValueInEffect: false,
    serialize: (tab) => tab,
    deserialize: (stored) => stored ?? '',
  })
  const open = tabsOf(viewer)
  const tab = open.find(({ key }) => key === storedKey) ?? open[0]
  if (!tab) throw new Error('The menu has no tab for this role')
  return [tab.key, setStoredKey]
}

export const tabPanelId = 'dashboard-panel'
const tabId = (tab: TabKey): string => `dashboard-tab-${tab}`

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

interface Props {
  readonly viewer: Viewer
  readonly counts: Counts
}

/** The groups of the navigation as the tab menu of the dashboard (spec 2.tabs). */
export function TabMenu({ viewer, counts }: Props) {
  const [tab, choose] = useActiveTab(viewer)
  const open = tabsOf(viewer)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = open.findIndex(({ key }) => key === tab) + step
    const next = open[(index + open.length) % open.length]
    if (!next) return
    choose(next.key)
    document.getElementById(tabId(next.key))?.focus()
  }
  return (
    <div className="navigation-groups" role="tablist" aria-label="Work" aria-orientation="vertical">
      {open.map(({ key, label }) => (
        <button
          key={key}
          id={tabId(key)}
          type="button"
          role="tab"
          className="navigation-row"
          aria-selected={key === tab}
          aria-controls={tabPanelId}
          tabIndex={key === tab ? 0 : -1}
          onClick={() => choose(key)}
          onKeyDown={move}
        >
          <HeadContent tab={key} label={label} count={counts[key]} />
        </button>
      ))}
    </div>
  )
}

/** The tab menu of a phone. */
export function TabSelect({ viewer }: Pick<Props, 'viewer'>) {
  const [tab, choose] = useActiveTab(viewer)
  const open = tabsOf(viewer)
  return (
    <NativeSelect
      label="Work"
      size="md"
      mb="sm"
      value={tab}
      data={open.map(({ key, label }) => ({ value: key, label }))}
      onChange={(event) => {
        const chosen = open.find(({ key }) => key === event.currentTarget.value)
        if (chosen) choose(chosen.key)
      }}
    />
  )
}
