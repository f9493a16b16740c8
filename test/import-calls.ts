import { checkImport, listImportRows, startImport } from '#contract/imports.ts'
import type { ImportField } from '#domain/import/import.ts'
import { replyOf } from './sample-calls.ts'
import type { Answer, Caller } from './school.ts'

const campus = 'Main%20Campus'

export const importColumns: readonly (readonly [heading: string, field: ImportField])[] = [
  ['Roll', 'rollNo'],
  ['Name', 'studentName'],
  ['Father', 'fatherName'],
  ['DOB', 'dateOfBirth'],
  ['Birth place', 'placeOfBirth'],
  ['Sex', 'gender'],
  ['Religion', 'religion'],
  ['Mobile', 'fatherHomePhone'],
  ['Class', 'studentClass'],
  ['Section', 'section'],
  ['Fee', 'monthlyFee'],
  ['Discount', 'discount'],
  ['Dues', 'balance'],
]
export const importHeadings = importColumns.map(([heading]) => heading)

export const aRow = (rowNo: number, overrides: Partial<Record<ImportField, string>> = {}) => {
  const cells: Partial<Record<ImportField, string>> = {
    rollNo: String(1020 + rowNo),
    studentName: `Child ${'ABCDEFGH'[rowNo] ?? rowNo}`,
    fatherName: 'Imran Khan',
    dateOfBirth: '2016-04-12',
    placeOfBirth: 'Lahore',
    gender: 'M',
    religion: 'Islam',
    fatherHomePhone: '0300-1234567',
    studentClass: '5',
    section: 'Red',
    monthlyFee: '5000',
    discount: '500',
    balance: '0',
    ...overrides,
  }
  return { rowNo, cells: importColumns.map(([, field]) => cells[field] ?? '') }
}

export const registerSettings = {
  columns: importColumns.map(([, field]) => field),
  values: { studentClass: {}, section: {}, gender: {} },
  dateOrder: null,
  balanceSign: 'minus is paid ahead',
  numbering: 'keep',
  asOf: '2026-10-31',
}

/** The rows of four children: one owes, one paid in advance, one owes nothing, and one has a formula as a name. */
export const fourRows = [
  aRow(2, { balance: '7,500' }),
  aRow(3, { balance: '-3000' }),
  aRow(4, { studentClass: 'Five', section: 'Blue' }),
  aRow(5, { studentName: '=HYPERLINK("http://x","y")' }),
]

/** The register as it is uploaded, without its rows. */
export const registerFile = { what: 'students', fileName: 'register.xlsx', headings: importHeadings }

export type ImportRow = (typeof fourRows)[number]

/** Returns functions that call the import as an admin of Main Campus. */
export function importCalls(admin: () => Caller) {
  const send = (rows: readonly ImportRow[], overrides: object = {}, headers = {}) =>
    admin().post(`/imports/start/${campus}`, { ...registerFile, rows, ...overrides }, headers)
  const start = async (rows: readonly ImportRow[], overrides: object = {}) =>
    replyOf(startImport, (await send(rows, overrides)).body)
  const check = (importNo: number, overrides: object = {}) =>
    admin().post(`/imports/check/${campus}/${importNo}`, { settings: { ...registerSettings, ...overrides } })
  const fix = (importNo: number, body: object) => admin().post(`/imports/fix/${campus}/${importNo}`, body)
  const apply = (importNo: number, expected: object, headers = {}) =>
    admin().post(
      `/imports/apply/${campus}/${importNo}`,
      { expected: { new: 0, changed: 0, leftOut: 0, ...expected } },
      headers,
    )
  const rowsOf = async (importNo: number, outcome: string) =>
    replyOf(listImportRows, (await admin().get(`/imports/rows/${campus}/${importNo}/${outcome}`)).body).rows
  const counts = ({ body }: Answer) => replyOf(checkImport, body).counts

  /** Uploads a file and checks it. */
  const bring = async (rows: readonly ImportRow[], overrides: object = {}, file: object = {}) => {
    const { importNo } = await start(rows, file)
    return { importNo, checked: await check(importNo, overrides) }
  }
  return { start, send, check, fix, apply, rowsOf, counts, bring }
}
