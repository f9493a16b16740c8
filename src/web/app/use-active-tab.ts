import { useLocalStorage } from '@mantine/hooks'
import { tabsOf, type TabKey, type Viewer } from './menu.ts'

/** The tab stored in local storage under `activeTab`; by default the first open one (spec 9.constants.storage). */
export function useActiveTab(viewer: Viewer): [tab: TabKey, choose: (tab: TabKey) => void] {
  const [wanted, setWanted] = useLocalStorage({
    key: 'activeTab',
    defaultValue: '',
    getInitialValueInEffect: false,
    serialize: (tab) => tab,
    deserialize: (stored) => stored ?? '',
  })
  const open = tabsOf(viewer)
  const tab = open.find(({ key }) => key === wanted) ?? open[0]
  if (!tab) throw new Error('The menu has no tab for this role')
  return [tab.key, setWanted]
}
