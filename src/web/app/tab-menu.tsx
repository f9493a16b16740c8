import { NativeSelect } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { tabsOf, type TabKey, type Viewer } from './menu.ts'
import { HeadContent } from './navigation-head.tsx'
import { useActiveTab } from './use-active-tab.ts'

export const tabPanelId = 'dashboard-panel'
const tabId = (tab: TabKey): string => `dashboard-tab-${tab}`

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

interface Props {
  readonly viewer: Viewer
  /** The number of tasks in a group. */
  readonly counts: Readonly<Partial<Record<TabKey, number>>>
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
