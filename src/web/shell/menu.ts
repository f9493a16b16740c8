import { canWrite, type Role } from '#domain/roles.ts'

interface Tab {
  readonly key: string
  readonly label: string
  /** Shown only to roles that may write (spec §2 Dashboard tabs, §6). */
  readonly writes: boolean
  /** Whether the menu leads to it. */
  readonly inMenu: boolean
}

export const tabs = [
  { key: 'admissions', label: 'Admissions', writes: true, inMenu: true },
  { key: 'vouchers', label: 'Vouchers', writes: true, inMenu: true },
  { key: 'fee-receipts', label: 'Fee receipts', writes: true, inMenu: true },
  { key: 'admission-reports', label: 'Admission reports', writes: false, inMenu: true },
  { key: 'monthly-fee-reports', label: 'Monthly fee reports', writes: false, inMenu: true },
  // The specification has it, inert and out of reach (spec §2).
  { key: 'late-fee-charges', label: 'Late fee charges', writes: true, inMenu: false },
] as const satisfies readonly Tab[]

export type TabKey = (typeof tabs)[number]['key']

interface Place {
  readonly path: string
  readonly label: string
  /** The tab that lists it; null where only other screens lead to it. */
  readonly tab: TabKey | null
  /** Closed to the role `read`, which goes back to the dashboard (decisions §5). */
  readonly writes: boolean
  /** Whether its screen stands. */
  readonly ready: boolean
}

/** Every screen behind the sign-in, in the order of the specification (spec §2). */
export const places = [
  { path: '/new-admissions', label: 'Add new Admission', tab: 'admissions', writes: true, ready: true },
  {
    path: '/edit-admissions',
    label: 'Edit student information',
    tab: 'admissions',
    writes: true,
    ready: true,
  },
  { path: '/edit-vouchers', label: 'Edit student voucher', tab: 'admissions', writes: true, ready: true },
  { path: '/promotions', label: 'Class Promotions', tab: 'admissions', writes: true, ready: true },
  { path: '/graduation', label: 'Graduation', tab: null, writes: true, ready: true },
  {
    path: '/student-removal',
    label: 'Student removal/withdrawal, Graduation',
    tab: 'admissions',
    writes: true,
    ready: true,
  },
  { path: '/student-fee-change', label: 'Change student fee', tab: 'admissions', writes: true, ready: true },
  {
    path: '/generate-voucher/campus',
    label: 'Generate campus vouchers',
    tab: 'vouchers',
    writes: true,
    ready: true,
  },
  {
    path: '/generate-voucher/student',
    label: 'Generate student voucher',
    tab: 'vouchers',
    writes: true,
    ready: false,
  },
  { path: '/additional-charges', label: 'Additional charges', tab: 'vouchers', writes: true, ready: false },
  { path: '/post-vouchers', label: 'Post vouchers', tab: 'vouchers', writes: true, ready: true },
  { path: '/unpost-vouchers', label: 'Unpost vouchers', tab: 'vouchers', writes: true, ready: false },
  {
    path: '/receipts/individual',
    label: 'Individual receipt',
    tab: 'fee-receipts',
    writes: true,
    ready: true,
  },
  {
    path: '/receipts/individual/edit',
    label: 'Edit receipt',
    tab: 'fee-receipts',
    writes: true,
    ready: false,
  },
  {
    path: '/admission-reports',
    label: 'Admission reports',
    tab: 'admission-reports',
    writes: false,
    ready: true,
  },
  { path: '/student-list', label: 'Student list', tab: 'admission-reports', writes: false, ready: true },
  {
    path: '/print-vouchers',
    label: '3-copies fee voucher',
    tab: 'monthly-fee-reports',
    writes: false,
    ready: true,
  },
  {
    path: '/fee-vouchers',
    label: 'Fee receivables',
    tab: 'monthly-fee-reports',
    writes: false,
    ready: false,
  },
  { path: '/fee-received', label: 'Fee received', tab: 'monthly-fee-reports', writes: false, ready: false },
  { path: '/fee-record', label: 'Total fee record', tab: 'monthly-fee-reports', writes: false, ready: true },
  {
    path: '/net-receivables',
    label: 'Net receivables',
    tab: 'monthly-fee-reports',
    writes: false,
    ready: false,
  },
] as const satisfies readonly Place[]

export type PlacePath = (typeof places)[number]['path']
/** The paths whose screens stand; routes.tsx must name a screen for each. */
export type ReadyPath = Extract<(typeof places)[number], { readonly ready: true }>['path']

/** The tabs that the menu offers to a role. */
export const tabsOf = (role: Role) => tabs.filter((tab) => tab.inMenu && (!tab.writes || canWrite(role)))

export const placesIn = (tab: TabKey): readonly Place[] => places.filter((place) => place.tab === tab)

/** Whether a role may open a screen. */
export const mayOpen = (role: Role, path: PlacePath): boolean =>
  places.some((place) => place.path === path && (!place.writes || canWrite(role)))
