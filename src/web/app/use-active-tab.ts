import { useLocalStorage } from '@mantine/hooks'
import { tabsOf, type TabKey, type Viewer } from './menu.ts'

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
