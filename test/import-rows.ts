import type { ImportField, ImportSources, KnownStudent } from '#domain/import/import.ts'
import { planImport } from '#domain/import/plan.ts'
import { day, rs } from './builders.ts'
import { importDay, importSettings } from './import-files.ts'

export type GivenCells = Readonly<Partial<Record<ImportField, string>>>

/** The cells of a child who can be admitted. */
export const aChild: GivenCells = {
  rollNo: '7',
  studentName: 'Ali Raza',
  fatherName: 'Raza Khan',
  dateOfBirth: '2015-04-03',
  gender: 'M',
  studentClass: 'V',
  section: 'Red',
  monthlyFee: '2,500',
}

/** Returns a student of the campus, by default the child above. */
export const aKnownStudent = (more: Partial<KnownStudent> = {}): KnownStudent => ({
  rollNo: 7,
  oldNumber: '',
  state: 'active',
  admissionDate: day('2026-04-01'),
  studentName: 'Ali Raza',
  fatherName: 'Raza Khan',
  dateOfBirth: day('2015-04-03'),
  placeOfBirth: 'Lahore',
  gender: 'male',
  religion: 'Islam',
  address: '',
  fatherCnic: '',
  fatherOccupation: '',
  fatherHomePhone: '0300-1234567',
  fatherOfficePhone: '',
  telephone: '',
  fatherEmail: '',
  studentClass: '5',
  section: 'Red',
  fee: { monthlyFee: rs(2500), discount: rs(0) },
  openingBalance: null,
  hasVouchers: false,
  isOwnMoney: false,
  ...more,
})

type Inputs = Partial<Omit<ImportSources, 'settings' | 'rows'>> & {
  readonly settings?: Partial<ImportSources['settings']>
  /** Rows that the office left out, by index. */
  readonly leftOut?: readonly number[]
}

/** Plans an import of rows, with a column for each field of any row; the first row is 2. */
export function planRows(rows: readonly GivenCells[], { settings = {}, leftOut = [], ...rest }: Inputs = {}) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row) as ImportField[]))] // the keys of GivenCells
  const students = rest.students ?? []
  return planImport({
    kind: 'students',
    settings: importSettings({ columns, ...settings }),
    rows: rows.map((row, index) => ({
      rowNo: index + 2,
      cells: columns.map((field) => row[field] ?? ''),
      leftOut: leftOut.includes(index),
    })),
    students,
    lastRollNo: Math.max(0, ...students.map(({ rollNo }) => rollNo)),
    closedUntil: null,
    feeLimit: null,
    today: importDay,
    ...rest,
  })
}
