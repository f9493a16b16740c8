import { canWrite } from '#domain/roles.ts'
import { classes } from '#domain/school.ts'
import { duesAddress, printVoucherAddress, receivedAddress } from '#web/kit/list-addresses.ts'
import type { RecentStudent } from '#web/kit/recents.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import type { StudentFound } from '#web/kit/use-student-search.ts'
import { mayOpen, places, type Viewer } from './menu.ts'

/** Other words of the office for a screen. */
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

/** A student in Find; has the balance if the search has just answered. */
export type StudentOption = RecentStudent & Partial<StudentFound>

export interface FindOption {
  readonly path: string
  readonly label: string
  readonly student?: StudentOption
}

interface Findable extends FindOption {
  /** The words besides the label that find it. */
  readonly words: string
}

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const begins = (known: readonly string[], sought: readonly string[]): boolean =>
  sought.every((begun) => known.some((word) => word.startsWith(begun)))

/** The options in which each typed word begins a word; those whose label has them all come first. */
function matching(options: readonly Findable[], typed: string): readonly FindOption[] {
  const sought = wordsOf(typed)
  const isByLabel = ({ label }: Findable): boolean => begins(wordsOf(label), sought)
  const found = options.filter(({ label, words }) => begins(wordsOf(`${label} ${words}`), sought))
  return [...found.filter(isByLabel), ...found.filter((option) => !isByLabel(option))]
}

/** A bare number means a student. */
const isName = (typed: string): boolean => /\p{L}/u.test(typed)

const dashboard: Findable = { path: '/dashboard', label: 'Dashboard', words: 'home start today' }

/** The screens that a text means, by name, address or synonym. */
export function foundScreens(viewer: Viewer, typed: string): readonly FindOption[] {
  if (!isName(typed)) return []
  const open = places.filter(({ path }) => mayOpen(viewer, path))
  const screens = open.map(({ path, label }) => ({ path, label, words: `${path} ${synonyms[path] ?? ''}` }))
  return matching([dashboard, ...screens], typed)
}

/** Undefined for an address that the menu does not have. */
export const screenAt = (path: string): FindOption | undefined =>
  [dashboard, ...places].find((place) => place.path === path)

const mostLists = 3

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

/** The lists that a text means, each a report with filters set. */
export function foundLists(viewer: Viewer, typed: string): readonly FindOption[] {
  if (!isName(typed)) return []
  const open = lists.filter(({ path }) => mayOpen(viewer, screenOf(path)))
  return matching(open, typed).slice(0, mostLists)
}

const screenOf = (path: string): string => path.split('?', 1)[0] ?? ''

/** All staff may open a student's page; the menu does not list it. */
const isStudentPage = (path: string): boolean => screenOf(path) === '/student'

export type Subject = Pick<StudentOption, 'rollNo' | 'latestVoucher'> & Partial<RecentStudent>

/** Record and fees are not offered for a student who has left (decisions 4.states). */
export function actionsOn(
  viewer: Viewer,
  { rollNo, state = 'active', latestVoucher }: Subject,
  typed: string,
): readonly FindOption[] {
  const to = (path: string, label: string, words = ''): Findable => ({
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
    to('/receipts/individual', 'Receive'),
    ...(canWrite(viewer.role) && voucher ? [voucher] : []),
    to('/student', 'Open student', 'account history page'),
    to('/receipts/individual/edit', 'Correct receipt'),
    ...(state === 'active'
      ? [
          to('/edit-admissions', 'Edit'),
          to('/edit-vouchers', 'Edit voucher'),
          to('/student-fee-change', 'Change fee'),
          to('/generate-voucher/student', 'Generate voucher'),
          to('/student-removal', 'Remove'),
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
