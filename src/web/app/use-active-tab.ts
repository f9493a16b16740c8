import type { Role } from '#domain/roles.ts'
import { useLocalStorage } from '@mantine/hooks'
import { tabsOf, type TabKey } from './menu.ts'

/** The chosen tab, remembered in local storage under `activeTab`; the first one open to the role at the start (spec 9.constants.storage). */
export function useActiveTab(role: Role): [tab: TabKey, choose: (tab: TabKey) => void] {
  const [wanted, setWanted] = useLocalStorage({
    key: 'activeTab',
    defaultValue: '',
    getInitialValueInEffect: false,
    serialize: (tab) => tab,
    deserialize: (stored) => stored ?? '',
  })
  const open = tabsOf(role)
  const tab = open.find(({ key }) => key === wanted) ?? open[0]
  if (!tab) throw new Error('The menu has no tab for this role')
  return [tab.key, setWanted]
}
