import { canWrite } from '#domain/roles.ts'
import { classes } from '#domain/school.ts'
import { duesAddress, printVoucherAddress, receivedAddress } from '#web/kit/list-addresses.ts'
import type { RecentStudent } from '#web/kit/recents.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import type { StudentFound } from '#web/kit/use-student-search.ts'
import { mayOpen, places, type Viewer } from './menu.ts'

/** Other words by which clerks know a screen. */
const synonyms: Readonly<Record<string, string>> = {
  '/new-admissions': 'enrol register join',
  '/edit-admissions': 'correct record',
  '/edit-vouchers': 'fine change bill',
  '/promotions': 'year end pass next',
  '/student-removal': 'leave leaving struck off withdraw pass out',
  '/student-fee-change': 'concession discount scholarship',
  '/generate-voucher/campus': 'challan bill invoice month',
  '/generate-voucher/student': 'challan bill invoice',
  '/closed-days': 'month end close books lock reopen back date rule',
  '/voucher-runs': 'undo void cancel mistake due date batch',
  '/additional-charges': 'fine examination annual',
  '/approvals': 'approve pending waiting second person request',
  '/fee-plan': 'class fees price list structure tuition',
  '/campus-rules': 'settings limit approval second person back date audited',
  '/import': 'upload csv move in opening balance register bulk admissions template withdraw',
  '/erasure': 'delete erase personal data privacy left retention',
  '/adjustments': 'write off waive waiver refund repay transfer returned cheque bounced bad debt',
  '/cashier-close': 'till drawer count cash end of day hand over notes',
  '/closings': 'till drawer safe deposit bank difference short hand over accept',
  '/receipts/individual': 'pay payment receive cash dues fee collect till counter challan',
  '/receipts/individual/edit': 'correct wrong cancel slip',
  '/fee-received': 'collection cash till income',
  '/net-receivables': 'dues owes owing defaulter arrears outstanding balance',
  '/fee-record': 'month collection',
  '/roll-forward': 'month end opening closing balance class figures',
  '/day-book': 'journal entries everything today audit',
  '/exceptions': 'audit corrections reversals back dated waivers advances voids register who',
  '/received-by-head': 'collection head wise income tuition examination admission fine',
  '/ageing': 'overdue late days months old',
  '/collection': 'efficiency recovery percent billed received class',
  '/concessions': 'discount scholarship sibling staff child share',
  '/journal': 'quickbooks tally accounting export debit credit bookkeeping',
  '/print-vouchers': 'challan bill slip',
  '/student-list': 'class register phone',
  '/users': 'password staff role',
  '/history': 'who changed audit log',
  '/second-factor': 'two step authenticator app passkey code 2fa recovery',
}

/** A student in Find; the balance is present only if it comes from the current search. */
export type StudentOption = RecentStudent & Partial<StudentFound>

export interface FindOption {
  readonly path: string
  readonly label: string
  readonly student?: StudentOption
}

interface Findable extends FindOption {
  /** Words, other than those of the label, that match this option. */
  readonly words: string
}

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const matchesAll = (words: readonly string[], prefixes: readonly string[]): boolean =>
  prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)))

/** Returns the options that have a word with each typed prefix; options whose label alone matches come first. */
function matching(options: readonly Findable[], typed: string): readonly FindOption[] {
  const prefixes = wordsOf(typed)
  const isByLabel = ({ label }: Findable): boolean => matchesAll(wordsOf(label), prefixes)
  const matches = options.filter(({ label, words }) => matchesAll(wordsOf(`${label} ${words}`), prefixes))
  return [...matches.filter(isByLabel), ...matches.filter((option) => !isByLabel(option))]
}

/** False for a bare number, which means a student. */
const isName = (typed: string): boolean => /\p{L}/u.test(typed)

const dashboard: Findable = { path: '/dashboard', label: 'Dashboard', words: 'home start today' }

/** Lists the screens that match a text by name, address or synonym. */
export function listMatchingScreens(viewer: Viewer, typed: string): readonly FindOption[] {
  if (!isName(typed)) return []
  const open = places.filter(({ path }) => mayOpen(viewer, path))
  const screens = open.map(({ path, label }) => ({ path, label, words: `${path} ${synonyms[path] ?? ''}` }))
  return matching([dashboard, ...screens], typed)
}

/** Returns the screen at an address; undefined if the menu has none there. */
export const screenAt = (path: string): FindOption | undefined =>
  [dashboard, ...places].find((place) => place.path === path)

const maxLists = 3

const lists: readonly Findable[] = [
  {
    path: receivedAddress('today'),
    label: 'Received today',
    words: 'collection cash till receipts',
  },
  { path: receivedAddress('month'), label: 'Received this month', words: 'collection receipts' },
  {
    path: duesAddress(),
    label: 'Owes, all classes',
    words: 'dues defaulters arrears outstanding',
  },
  ...classes.map((schoolClass) => ({
    path: duesAddress(schoolClass),
    label: `Owes, class ${schoolClass}`,
    words: 'dues defaulters arrears outstanding',
  })),
]

/** Returns the lists that match a text; each is a report with filters set. */
export function listMatchingLists(viewer: Viewer, typed: string): readonly FindOption[] {
  if (!isName(typed)) return []
  const open = lists.filter(({ path }) => mayOpen(viewer, screenOf(path)))
  return matching(open, typed).slice(0, maxLists)
}

const screenOf = (path: string): string => path.split('?', 1)[0] ?? ''

/** All staff may open a student's page; the menu does not list it. */
const isStudentPage = (path: string): boolean => screenOf(path) === '/student'

export type Subject = Pick<StudentOption, 'rollNo' | 'latestVoucher'> & Partial<RecentStudent>

/** Lists the actions on a student; a student who has left cannot be edited, charged or removed (decisions 4.states). */
export function actionsOn(
  viewer: Viewer,
  { rollNo, state = 'active', latestVoucher }: Subject,
  typed: string,
): readonly FindOption[] {
  const screenAction = (path: string, label: string, words = ''): Findable => ({
    path: `${path}?roll=${rollNo}`,
    label,
    words: `${words} ${synonyms[path] ?? ''}`,
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
  const isOpen = ({ path }: Findable) => isStudentPage(path) || mayOpen(viewer, screenOf(path))
  return matching(actions.filter(isOpen), typed)
}

export const studentOption = (student: StudentOption): FindOption => ({
  path: studentPath(student.rollNo),
  label: student.studentName,
  student,
})
