// Files of a school that imports its students: the same for the same seed, with the requested number of faults of each
// kind, and the expected problems.

import { addDays, calendarDate, type CalendarDate } from '#domain/calendar.ts'
import type { GivenRow, ImportField, ImportSettings } from '#domain/import/import.ts'
import { seeded, type SeededRandom } from './seeded.ts'

/** The default import day of tests. */
export const importDay = calendarDate('2026-11-21') as CalendarDate // the text is a date

const columns = [
  ['Roll No', 'rollNo'],
  ['Name of Student', 'studentName'],
  ["Father's Name", 'fatherName'],
  ['DOB', 'dateOfBirth'],
  ['M/F', 'gender'],
  ['Class', 'studentClass'],
  ['Sec', 'section'],
  ['Monthly Fee', 'monthlyFee'],
  ['Concession', 'discount'],
  ['Balance', 'balance'],
  ['Father CNIC', 'fatherCnic'],
  ['Mobile', 'fatherHomePhone'],
  ['Address', 'address'],
  ['Remarks', null],
] as const satisfies readonly (readonly [string, ImportField | null])[]

type Column = Exclude<(typeof columns)[number][1], null>
type Cells = Record<Column, string>

/** A change to a row's cells, and the code and field of the resulting problem. */
interface FaultKind {
  readonly code: string
  readonly field: ImportField | null
  readonly spoil: (earlier: Cells) => Partial<Cells>
}

/** The faults for which a row is refused. */
export const importFaults = {
  'unknown class': {
    code: 'class-unknown',
    field: 'studentClass',
    spoil: () => ({ studentClass: 'Montessori' }),
  },
  'unknown section': { code: 'section-unknown', field: 'section', spoil: () => ({ section: 'Iqbal' }) },
  'unknown gender': { code: 'gender-unknown', field: 'gender', spoil: () => ({ gender: '?' }) },
  'no date': { code: 'date-unreadable', field: 'dateOfBirth', spoil: () => ({ dateOfBirth: '31/02/2015' }) },
  'birth to come': {
    code: 'birth-not-past',
    field: 'dateOfBirth',
    spoil: () => ({ dateOfBirth: '25/12/2031' }),
  },
  'no name': { code: 'missing', field: 'studentName', spoil: () => ({ studentName: ' ' }) },
  'no fee': { code: 'missing', field: 'monthlyFee', spoil: () => ({ monthlyFee: '' }) },
  'fee in words': {
    code: 'amount-unreadable',
    field: 'monthlyFee',
    spoil: () => ({ monthlyFee: 'half fee' }),
  },
  'negative fee': { code: 'amount-negative', field: 'monthlyFee', spoil: () => ({ monthlyFee: '-2,500' }) },
  'fee with three decimals': {
    code: 'amount-decimals',
    field: 'monthlyFee',
    spoil: () => ({ monthlyFee: '2500.125' }),
  },
  'balance too large': {
    code: 'amount-too-large',
    field: 'balance',
    spoil: () => ({ balance: '99,999,999' }),
  },
  'discount above fee': {
    code: 'discount-too-large',
    field: 'discount',
    spoil: () => ({ discount: '90,000' }),
  },
  'shortened phone': {
    code: 'number-shortened',
    field: 'fatherHomePhone',
    spoil: () => ({ fatherHomePhone: '3.00E+09' }),
  },
  'name too long': {
    code: 'text-too-long',
    field: 'fatherName',
    spoil: () => ({ fatherName: 'Muhammad '.repeat(20) }),
  },
  'control character': {
    code: 'text-unprintable',
    field: 'address',
    spoil: () => ({ address: 'House 5\u0007 Lahore' }),
  },
  'child twice': { code: 'row-twice', field: null, spoil: (earlier) => earlier },
} as const satisfies Readonly<Record<string, FaultKind>>
export type ImportFault = keyof typeof importFaults

/** The faults that only cause a warning. */
export const importWarnings = {
  'too young': { code: 'age-unlikely', field: 'dateOfBirth', spoil: () => ({ dateOfBirth: '13/06/2026' }) },
  'short CNIC': { code: 'incomplete', field: 'fatherCnic', spoil: () => ({ fatherCnic: '35202-12345' }) },
  'short phone': { code: 'incomplete', field: 'fatherHomePhone', spoil: () => ({ fatherHomePhone: '0300' }) },
} as const satisfies Readonly<Record<string, FaultKind>>
export type ImportWarning = keyof typeof importWarnings

// prettier-ignore
const childNames = [
  'Ahmed', 'Ali', 'Bilal', 'Danish', 'Ehsan', 'Fahad', 'Hamza', 'Ibrahim', 'Kashif', 'Luqman', 'Ayesha', 'Fatima', 'Hira',
  'Iqra', 'Javeria', 'Kiran', 'Laiba', 'Maryam', 'Noor', 'Zainab', 'عائشہ', 'محمد علی',
]
// prettier-ignore
const familyNames = [
  'Khan', 'Malik', 'Butt', 'Chaudhry', 'Raza', 'Hussain', 'Qureshi', 'Sheikh', 'Mirza', 'Awan', 'Bhatti', 'Gondal',
]
const classNames = [
  'Play Group',
  'Nursery',
  'Prep',
  'I',
  '2nd',
  'Three',
  'Class 4',
  'پنجم',
  '6',
  'VII',
  '8th',
  'Nine',
  'X',
  'Hifz',
]
const sectionNames = ['Red', 'GREEN', 'blue', 'Pink', 'Rose']

export interface SchoolFileOptions {
  readonly rows: number
  readonly faults?: Readonly<Partial<Record<ImportFault, number>>>
  readonly warnings?: Readonly<Partial<Record<ImportWarning, number>>>
  readonly seed?: number
  readonly firstRollNo?: number
}

/** A row with a fault or a warning, and the expected code and field. */
export interface ExpectedProblem {
  readonly rowNo: number
  readonly code: string
  readonly field: ImportField | null
}

const amountText = (rupees: number, random: SeededRandom): string =>
  random.pick([String(rupees), rupees.toLocaleString('en'), `Rs. ${rupees}/-`, `${rupees}.00`])

const digits = (count: number, random: SeededRandom): string =>
  Array.from({ length: count }, () => random.integerBelow(10)).join('')

function cleanRow(index: number, random: SeededRandom, firstRollNo: number) {
  const family = random.pick(familyNames)
  const fee = 1000 + 250 * random.integerBelow(30)
  const discount = random.chance(0.2) ? 250 : 0
  const balance = random.chance(0.4) ? fee * (1 + random.integerBelow(4)) : random.chance(0.1) ? -fee : 0
  const place = random.integerBelow(classNames.length)
  const birth = addDays(importDay, -365 * (5 + (place % 12)) - random.integerBelow(300))
  const [year, month, day] = birth.split('-')
  const cells: Cells = {
    rollNo: String(firstRollNo + index),
    studentName: `${random.pick(childNames)} ${family}`,
    fatherName: `${random.pick(childNames)} ${random.pick(childNames)} ${family}`,
    dateOfBirth: `${day}/${month}/${year}`,
    gender: random.pick(['M', 'F', 'male', 'Girl', 'لڑکا']),
    studentClass: classNames[place] ?? '',
    section: random.pick(sectionNames),
    monthlyFee: amountText(fee, random),
    discount: discount === 0 ? random.pick(['', '-', '0']) : amountText(discount, random),
    balance:
      balance === 0
        ? random.pick(['', '-', '0', 'nil'])
        : balance < 0
          ? `-${-balance}`
          : amountText(balance, random),
    fatherCnic: `35202${digits(7, random)}1`,
    fatherHomePhone: random.pick([
      `0300${digits(7, random)}`,
      `+92 321 ${digits(7, random)}`,
      `3335${digits(6, random)}`,
    ]),
    address: `House ${1 + random.integerBelow(400)}, Street ${1 + random.integerBelow(40)}, Lahore`,
  }
  return { cells, rupees: { fee: fee - discount, balance } }
}

/** Returns rows of different children, so that no child is in the file twice by chance. */
function cleanRows(count: number, random: SeededRandom, firstRollNo: number) {
  const names = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    for (;;) {
      const row = cleanRow(index, random, firstRollNo)
      const { studentName, fatherName, dateOfBirth } = row.cells
      const name = `${studentName} ${fatherName} ${dateOfBirth}`
      if (!names.has(name)) {
        names.add(name)
        return row
      }
    }
  })
}

/** Returns each kind of problem as often as requested. */
const repeatedKinds = <K extends string>(
  kinds: Readonly<Record<K, FaultKind>>,
  times: Readonly<Partial<Record<K, number>>>,
) =>
  Object.entries<FaultKind>(kinds).flatMap(([name, kind]) =>
    Array.from(
      { length: new Map<string, number | undefined>(Object.entries(times)).get(name) ?? 0 },
      () => kind,
    ),
  )

/** Chooses rows of the second half, so that a repeated child has a first row in the first half. */
function choosePlaces(
  count: number,
  kinds: readonly FaultKind[],
  random: SeededRandom,
): ReadonlyMap<number, FaultKind> {
  const half = Math.ceil(count / 2)
  if (kinds.length > count - half) throw new Error('Too many problems for the rows')
  const chosen = new Map<number, FaultKind>()
  for (const kind of kinds) {
    let place = half + random.integerBelow(count - half)
    while (chosen.has(place)) place = half + random.integerBelow(count - half)
    chosen.set(place, kind)
  }
  return chosen
}

/** Returns a file with the headings in row 1 and the children from row 2 on. */
export function aSchoolFile({
  rows: count,
  faults = {},
  warnings = {},
  seed = 1,
  firstRollNo = 1,
}: SchoolFileOptions) {
  const random = seeded(seed)
  const clean = cleanRows(count, random, firstRollNo)
  const refusing = repeatedKinds(importFaults, faults)
  const places = choosePlaces(count, [...refusing, ...repeatedKinds(importWarnings, warnings)], random)
  const refused: ExpectedProblem[] = []
  const warned: ExpectedProblem[] = []
  const fields = columns.flatMap(([, field]) => (field === null ? [] : [field]))
  const rows = clean.map(({ cells }, index): GivenRow => {
    const kind = places.get(index)
    const rowNo = index + 2
    const all = { ...cells, ...kind?.spoil(random.pick(clean.slice(0, Math.ceil(count / 2))).cells) }
    if (kind) (refusing.includes(kind) ? refused : warned).push({ rowNo, code: kind.code, field: kind.field })
    return { rowNo, cells: [...fields.map((field) => all[field]), ''], leftOut: false }
  })
  const refusedRowNos = new Set(refused.map(({ rowNo }) => rowNo))
  const accepted = clean.filter((_, index) => !refusedRowNos.has(index + 2)).map(({ rupees }) => rupees)
  const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const sums = {
    monthlyFees: total(accepted.map(({ fee }) => fee)),
    openingDues: total(accepted.map(({ balance }) => Math.max(balance, 0))),
    openingAdvances: total(accepted.map(({ balance }) => Math.max(-balance, 0))),
  }
  return {
    headings: columns.map(([heading]) => heading),
    rows,
    /** The rows with a problem in file order, and the sums of the accepted rows in rupees. */
    expected: { new: accepted.length, refused, warned, sums },
  }
}

export const importSettings = (overrides: Partial<ImportSettings> = {}): ImportSettings => ({
  columns: columns.map(([, field]) => field),
  values: { studentClass: {}, section: {}, gender: {} },
  dateOrder: null,
  balanceSign: 'minus is paid ahead',
  numbering: 'keep',
  asOf: calendarDate('2026-10-31'),
  ...overrides,
})
