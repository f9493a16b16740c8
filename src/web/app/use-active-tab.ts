import type { Role } from '#domain/roles.ts'
import { useState } from 'react'
import { tabsOf, type TabKey } from './menu.ts'

const remembered = 'activeTab'

function recall(): string | null {
  try {
    return localStorage.getItem(remembered)
  } catch {
    return null
  }
}

function remember(tab: TabKey): void {
  try {
    localStorage.setItem(remembered, tab)
  } catch {
    // Storage is closed to the page: the tab holds for this visit only.
  }
}

/** The chosen tab, remembered in local storage under `activeTab`; the first one open to the role at the start (spec 9.constants.storage). */
export function useActiveTab(role: Role): [tab: TabKey, choose: (tab: TabKey) => void] {
  const [wanted, setWanted] = useState(recall)
  const open = tabsOf(role)
  const tab = open.find(({ key }) => key === wanted) ?? open[0]
  if (!tab) throw new Error('The menu has no tab for this role')
  const choose = (chosen: TabKey) => {
    setWanted(chosen)
    remember(chosen)
  }
  return [tab.key, choose]
}
