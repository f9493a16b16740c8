import { canManage, canWrite } from '#domain/roles.ts'
import { isOpenTo, type Place, type Viewer } from './place.ts'
import { inGroups, type TabKey } from './places.ts'

interface Tab {
  readonly key: TabKey
  readonly label: string
  /** True for the users who see the tab (spec 2.tabs.roles, spec 6.roles). */
  readonly isFor: (role: Viewer['role']) => boolean
}

/** The tabs of the dashboard, which are the groups of the menu. */
export const tabs: readonly Tab[] = [
  { key: 'admissions', label: 'Admissions', isFor: canWrite },
  { key: 'vouchers', label: 'Vouchers', isFor: canWrite },
  { key: 'fee-receipts', label: 'Fee receipts', isFor: canWrite },
  { key: 'admission-reports', label: 'Admission reports', isFor: () => true },
  { key: 'monthly-fee-reports', label: 'Monthly fee reports', isFor: () => true },
  { key: 'accounts', label: 'Accounts', isFor: (role) => role !== 'write' },
  { key: 'administration', label: 'Administration', isFor: canManage },
  // Required by the specification, inert and unreachable (spec 2.tabs.late-fee).
  { key: 'late-fee-charges', label: 'Late fee charges', isFor: () => false },
]

export const tabsOf = ({ role }: Viewer): readonly Tab[] => tabs.filter(({ isFor }) => isFor(role))

/** Every screen except the dashboard and the student's page. */
export const places: readonly Place[] = Object.values<readonly Place[]>(inGroups).flat()

export const placeAt = (path: string): Place | undefined => places.find((place) => place.path === path)

/** True if the viewer may open the screen of an address. */
export function mayOpen(viewer: Pick<Viewer, 'role' | 'rights'>, address: string): boolean {
  const place = placeAt(address.replace(/\?.*/, ''))
  return place !== undefined && isOpenTo(viewer, place)
}

/** The places at one entry of the menu, which are tabs of one another. */
export const placesWith = (viewer: Viewer, path: string): readonly Place[] => {
  const first = placeAt(path)?.under ?? path
  return places.filter((place) => [place.path, place.under].includes(first) && isOpenTo(viewer, place))
}

interface MenuEntry {
  readonly label: string
  /** The first of its screens that the viewer may open. */
  readonly path: string
  readonly paths: readonly string[]
}

const isShown = ({ menu }: Viewer, { shownFor }: Place): boolean => !shownFor || menu[shownFor]

/** Returns the entry of a screen; null if the viewer may open none of its screens or the campus does not use it. */
export function entryOf(viewer: Viewer, place: Place): MenuEntry | null {
  const paths = placesWith(viewer, place.path).map(({ path }) => path)
  const [path] = paths
  if (path === undefined || !isShown(viewer, place)) return null
  return { label: place.menuLabel ?? place.label, path, paths }
}

/** Lists the entries of a group for a viewer. */
export function entriesIn(viewer: Viewer, tab: TabKey): readonly MenuEntry[] {
  const group: readonly Place[] = inGroups[tab]
  return group.filter(({ under }) => !under).flatMap((place) => entryOf(viewer, place) ?? [])
}
