import { addMonths, formatMonth, monthOf, monthText, type CalendarDate } from '#domain/calendar.ts'
import { canManage, canWrite } from '#domain/roles.ts'
import { classes } from '#domain/school.ts'
import type { Staff } from '#web/api/session.ts'
import { overdueAddress, printVoucherAddress, receivedAddress } from '#web/kit/list-addresses.ts'
import type { RecentStudent } from '#web/kit/recents.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import type { StudentFound } from '#web/kit/use-student-list.ts'
import { mayOpen, placeAt, places } from '#web/places/menu.ts'
import { isOpenTo, type Viewer as MenuViewer } from '#web/places/place.ts'

type Viewer = Pick<MenuViewer, 'role' | 'rights'>

/** A student in Find; the balance is present only if it comes from the current search. */
export type StudentOption = RecentStudent & Partial<StudentFound>

export interface FindOption {
  readonly path: string
  readonly label: string
  /** Words, other than those of the label, that match this option. */
  readonly words?: string
  /** True if the option ends the session and opens no screen. */
  readonly isLogout?: boolean
  readonly student?: StudentOption
}

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const matchesAll = (words: readonly string[], prefixes: readonly string[]): boolean =>
  prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)))

/** Returns the options that have a word with each typed prefix; options whose label alone matches come first. */
function matching(options: readonly FindOption[], typed: string): readonly FindOption[] {
  const prefixes = wordsOf(typed)
  const isByLabel = ({ label }: FindOption): boolean => matchesAll(wordsOf(label), prefixes)
  const matches = options.filter(({ label, words = '' }) =>
    matchesAll(wordsOf(`${label} ${words}`), prefixes),
  )
  return [...matches.filter(isByLabel), ...matches.filter((option) => !isByLabel(option))]
}

/** False for a bare number, which means a student. */
const isName = (typed: string): boolean => /\p{L}/u.test(typed)

const dashboard = { path: '/dashboard', label: 'Dashboard' }
const logout = { path: '/', label: 'Logout', isLogout: true, words: 'log out sign out exit leave' }

/** Lists the screens that match a text by name, address or synonym, and Logout. */
export function listMatchingScreens(viewer: Viewer, typed: string): readonly FindOption[] {
  if (!isName(typed)) return []
  const open = places.filter((place) => isOpenTo(viewer, place))
  const screens = open.map(({ path, label, menuLabel, words }) => ({
    path,
    label,
    words: `${path} ${menuLabel ?? ''} ${words ?? ''}`,
  }))
  // An admin's dashboard has the state of the backups.
  const home = { ...dashboard, words: `home start today ${canManage(viewer.role) ? 'backups' : ''}` }
  return matching([home, ...screens, logout], typed)
}

/** Returns the screen at an address; undefined if Find has none there. */
export const screenAt = (path: string): FindOption | undefined =>
  path === dashboard.path ? dashboard : placeAt(path)

const maxLists = 3

const debtWords = 'dues defaulters arrears outstanding overdue'

const lists: readonly FindOption[] = [
  { path: receivedAddress('today'), label: 'Received today', words: 'collection cash till receipts' },
  { path: receivedAddress('month'), label: 'Received this month', words: 'collection receipts' },
  { path: overdueAddress(), label: 'Owes, all classes', words: debtWords },
  ...classes.map((schoolClass) => ({
    path: overdueAddress(schoolClass),
    label: `Owes, class ${schoolClass}`,
    words: debtWords,
  })),
]

/** The lists of the next month and of the year before it, the latest first; found by the name of the month. */
const monthLists = (today: CalendarDate): readonly FindOption[] =>
  Array.from({ length: 13 }, (_, index) => addMonths(monthOf(today), 1 - index)).flatMap((month) =>
    Object.entries({ '/fee-record': 'all', '/net-receivables': 'all', '/print-vouchers': 'admitted' }).map(
      ([path, kind]) => ({
        path: `${path}?month=${monthText(month)}&kind=${kind}`,
        label: `${formatMonth(month)}: ${placeAt(path)?.label}`,
      }),
    ),
  )

/** Returns the lists that match a text; each is a report with filters set. */
export function listMatchingLists(
  viewer: Viewer & Pick<Staff, 'today'>,
  typed: string,
): readonly FindOption[] {
  if (!isName(typed)) return []
  const open = [...lists, ...monthLists(viewer.today)].filter(({ path }) => mayOpen(viewer, path))
  return matching(open, typed).slice(0, maxLists)
}

export type Subject = Pick<StudentOption, 'rollNo' | 'latestVoucher'> & Partial<RecentStudent>

/** Lists the actions on a student; a student who has left cannot be edited, charged or removed (decisions 4.states). */
export function actionsOn(
  viewer: Viewer,
  { rollNo, state = 'active', latestVoucher }: Subject,
  typed: string,
): readonly FindOption[] {
  const screenAction = (path: string, label: string, words = '') => ({
    path: `${path}?roll=${rollNo}`,
    label,
    words: `${words} ${placeAt(path)?.words ?? ''}`,
  })
  const voucher = latestVoucher && {
    path: printVoucherAddress(latestVoucher.voucherNo),
    label: 'Print voucher',
    words: 'challan',
  }
  const actions = [
    screenAction('/receipts/individual', 'Receive'),
    ...(canWrite(viewer.role) && voucher ? [voucher] : []),
    screenAction('/student', 'Open student', 'account history page'),
    screenAction('/receipts/individual/edit', 'Correct receipt'),
    ...(state === 'active'
      ? [
          screenAction('/edit-admissions', 'Edit'),
          screenAction('/edit-vouchers', 'Edit voucher'),
          screenAction('/student-fee-change', 'Change fee'),
          screenAction('/generate-voucher/student', 'Generate voucher'),
          screenAction('/student-removal', 'Remove'),
        ]
      : []),
  ]
  // All staff may open a student's page; the menu does not list it.
  const isOpen = ({ path }: FindOption) => path.startsWith('/student?') || mayOpen(viewer, path)
  return matching(actions.filter(isOpen), typed)
}

export const studentOption = (student: StudentOption): FindOption => ({
  path: studentPath(student.rollNo),
  label: student.studentName,
  student,
})
