import type { Access } from '#contract/endpoint.ts'
import type { Right } from '#domain/rights.ts'
import { canManage, canWrite, type Role } from '#domain/roles.ts'
import { reports } from '#reports/reports.ts'

export type Audience = Exclude<Access, 'anyone'>

const audiences: Readonly<Record<Audience, (role: Role) => boolean>> = {
  staff: () => true,
  writer: canWrite,
  admin: canManage,
}

export interface Viewer {
  readonly role: Role
  readonly rights: readonly Right[]
}

/** A part that only some users may open. */
export interface Openable {
  readonly access: Audience
  /** The right that is also needed. */
  readonly right?: Right
}

export const isOpenTo = ({ role, rights }: Viewer, { access, right }: Openable): boolean =>
  audiences[access](role) && (right === undefined || rights.includes(right))

interface Tab {
  readonly key: string
  readonly label: string
  /** The users who see the tab (spec 2.tabs.roles, spec 6.roles). */
  readonly access: Audience
  readonly inMenu: boolean
}

export const tabs = [
  { key: 'admissions', label: 'Admissions', access: 'writer', inMenu: true },
  { key: 'vouchers', label: 'Vouchers', access: 'writer', inMenu: true },
  { key: 'fee-receipts', label: 'Fee receipts', access: 'writer', inMenu: true },
  { key: 'admission-reports', label: 'Admission reports', access: 'staff', inMenu: true },
  { key: 'monthly-fee-reports', label: 'Monthly fee reports', access: 'staff', inMenu: true },
  { key: 'accounts', label: 'Accounts', access: 'staff', inMenu: true },
  { key: 'administration', label: 'Administration', access: 'admin', inMenu: true },
  // Required by the specification, inert and unreachable (spec 2.tabs.late-fee).
  { key: 'late-fee-charges', label: 'Late fee charges', access: 'writer', inMenu: false },
] as const satisfies readonly Tab[]

export type TabKey = (typeof tabs)[number]['key']

/** A screen; users without access return to the dashboard (decisions 5.access). */
export interface Place extends Openable {
  readonly path: string
  readonly label: string
  /** The tab that lists the screen; null if only other screens link to it. */
  readonly tab: TabKey | null
}

/** The specified screens except the reports, in the order of the specification (spec 2.routes). */
const officePlaces = [
  {
    path: '/new-admissions',
    label: 'Add new Admission',
    tab: 'admissions',
    access: 'writer',
    right: 'price',
  },
  {
    path: '/edit-admissions',
    label: 'Edit student information',
    tab: 'admissions',
    access: 'writer',
  },
  {
    path: '/edit-vouchers',
    label: 'Edit student voucher',
    tab: 'admissions',
    access: 'writer',
    right: 'price',
  },
  { path: '/promotions', label: 'Class Promotions', tab: 'admissions', access: 'writer' },
  { path: '/graduation', label: 'Graduation', tab: null, access: 'writer' },
  {
    path: '/student-removal',
    label: 'Student removal/withdrawal, Graduation',
    tab: 'admissions',
    access: 'writer',
  },
  {
    path: '/student-fee-change',
    label: 'Change student fee',
    tab: 'admissions',
    access: 'writer',
    right: 'price',
  },
  {
    path: '/generate-voucher/campus',
    label: 'Generate campus vouchers',
    tab: 'vouchers',
    access: 'writer',
    right: 'generate',
  },
  {
    path: '/generate-voucher/student',
    label: 'Generate student voucher',
    tab: 'vouchers',
    access: 'writer',
    right: 'generate',
  },
  {
    path: '/additional-charges',
    label: 'Additional charges',
    tab: 'vouchers',
    access: 'writer',
    right: 'price',
  },
  { path: '/post-vouchers', label: 'Post vouchers', tab: 'vouchers', access: 'writer', right: 'generate' },
  {
    path: '/unpost-vouchers',
    label: 'Unpost vouchers',
    tab: 'vouchers',
    access: 'writer',
    right: 'generate',
  },
  { path: '/voucher-runs', label: 'Voucher runs', tab: 'vouchers', access: 'writer', right: 'generate' },
  {
    path: '/receipts/individual',
    label: 'Individual receipt',
    tab: 'fee-receipts',
    access: 'writer',
    right: 'receive',
  },
  {
    path: '/receipts/individual/edit',
    label: 'Edit receipt',
    tab: 'fee-receipts',
    access: 'writer',
    right: 'receive',
  },
  { path: '/adjustments', label: 'Adjustments', tab: 'fee-receipts', access: 'staff' },
  { path: '/approvals', label: 'Approvals', tab: 'fee-receipts', access: 'staff' },
  { path: '/cashier-close', label: 'Cashier close', tab: 'fee-receipts', access: 'writer', right: 'receive' },
  { path: '/closings', label: 'Closings', tab: 'fee-receipts', access: 'staff' },
] as const satisfies readonly Place[]

/** The portal's own screens. */
const ownPlaces = [
  { path: '/users', label: 'Users', tab: 'administration', access: 'admin' },
  { path: '/fee-plan', label: 'Fee plan', tab: 'administration', access: 'admin' },
  { path: '/import', label: 'Bring in from Excel', tab: 'administration', access: 'admin' },
  { path: '/campus-rules', label: 'Rules of the campus', tab: 'administration', access: 'admin' },
  { path: '/closed-days', label: 'Closed days', tab: 'administration', access: 'staff' },
  { path: '/history', label: 'History', tab: 'administration', access: 'admin' },
  { path: '/erasure', label: 'Old records', tab: 'administration', access: 'admin' },
  // Reached through the user's popup.
  { path: '/sessions', label: 'Signed-in devices', tab: null, access: 'staff' },
  { path: '/change-password', label: 'Change password', tab: null, access: 'staff' },
  { path: '/second-factor', label: 'Second factor', tab: null, access: 'staff' },
] as const satisfies readonly Place[]

export type PlacePath = (typeof officePlaces | typeof ownPlaces)[number]['path']

const reportPlaces = reports.map(({ place, list }): Place => ({ ...place, access: list.endpoint.access }))

const isOwnReport = ({ tab }: Place): boolean => tab === 'administration'

export const places: readonly Place[] = [
  ...officePlaces,
  ...reportPlaces.filter((place) => !isOwnReport(place)),
  ...ownPlaces,
  ...reportPlaces.filter(isOwnReport),
]

export const tabsOf = (viewer: Viewer) => tabs.filter((tab) => tab.inMenu && isOpenTo(viewer, tab))

export const placesIn = (tab: TabKey): readonly Place[] => places.filter((place) => place.tab === tab)

export const placesOpenIn = (viewer: Viewer, tab: TabKey): readonly Place[] =>
  placesIn(tab).filter((place) => isOpenTo(viewer, place))

/** The screens open to a user who must first set up a second factor. */
export const openWithoutFactor: readonly string[] = ['/second-factor', '/change-password']

export const mayOpen = (viewer: Viewer, path: string): boolean =>
  places.some((place) => place.path === path && isOpenTo(viewer, place))
