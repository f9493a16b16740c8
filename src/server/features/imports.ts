import type * as contract from '#contract/imports.ts'
import { formatDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import {
  fieldsOfKind,
  identifyingFields,
  importFieldLabel,
  importKindWords,
  mostImportRows,
  type ImportField,
  type ImportKind,
} from '#domain/import/import.ts'
import { orThrow, refuse, refuseFields } from '#domain/outcome.ts'
import { classes, genders, sections } from '#domain/school.ts'
import { writeReport } from '#server/files/report-file.ts'
import { sheetOfLines, text, type Sheet } from '#server/files/sheet.ts'
import type { CallContext } from '#server/http/call.ts'
import type { OpenFile } from '#server/http/streamed-reply.ts'
import {
  findAppliedBefore,
  findRemembered,
  listImports as imports,
  insertImport,
  listJudgedRows,
  saveCell,
  saveLeftOut,
  type JudgedRow,
} from '#server/records/imports/imports.ts'
import {
  applyOpenImport,
  checkOpenImport,
  lockOpenImport,
  requireImport,
} from '#server/services/open-import.ts'

/** An example value of each field, as the office would type it. */
const examples: Readonly<Record<ImportField, string>> = {
  rollNo: '1023',
  oldNumber: 'A-112/19',
  studentName: 'Ayesha Khan',
  fatherName: 'Imran Khan',
  dateOfBirth: '12/04/2016',
  gender: 'female',
  studentClass: '5',
  section: 'Red',
  monthlyFee: '5000',
  discount: '500',
  balance: '7500',
  admissionDate: '01/04/2022',
  placeOfBirth: 'Lahore',
  religion: 'Islam',
  address: 'House 7, Model Town',
  fatherCnic: '35202-1234567-1',
  fatherOccupation: 'Teacher',
  fatherHomePhone: '0300-1234567',
  fatherOfficePhone: '042-35761234',
  telephone: '0321-7654321',
  fatherEmail: 'imran@example.com',
}

const allowedValues: Readonly<Partial<Record<ImportField, string>>> = {
  rollNo: 'A whole number that no other student has; empty to be numbered',
  oldNumber: 'Any text: the number in the school’s earlier register',
  dateOfBirth: 'A date, such as 12/04/2016 or 2016-04-12',
  admissionDate: 'A date; empty for the day of the balances',
  gender: genders.join(', '),
  studentClass: classes.join(', '),
  section: sections.join(', '),
  monthlyFee: 'Rupees, with at most two decimals',
  discount: 'Rupees; at most the monthly fee',
  balance: 'Rupees that the child owes on the day of the balances; with a minus what was paid ahead',
  fatherCnic: '13 digits',
}

/** The fields that every row must have, in any file. */
const required = new Set<ImportField>(['studentName', 'fatherName', 'studentClass', 'section', 'monthlyFee'])

const identifyingValues = 'Roll number, old number, or names and date of birth: by these the child is found'

function allowedOf(kind: ImportKind, field: ImportField): string {
  const words = allowedValues[field] ?? 'Text'
  if (kind === 'students') return required.has(field) ? `Required. ${words}` : words
  return identifyingFields.some((one) => one === field) ? identifyingValues : words
}

const headingsOf = (labels: readonly string[]): Sheet['headings'] =>
  labels.map((heading) => ({ heading, width: Math.max(14, heading.length + 4) }))

/** Returns the template of a kind: an empty sheet, an example, and the allowed values of each column. */
export function templateSheets(kind: ImportKind): readonly [Sheet, ...Sheet[]] {
  const fields = fieldsOfKind[kind]
  const labels = fields.map(importFieldLabel)
  return [
    sheetOfLines(
      importKindWords[kind],
      ['One row for each child, below the headings'],
      headingsOf(labels),
      [],
    ),
    sheetOfLines('Example', ['Only the first sheet is read'], headingsOf(labels), [
      fields.map((field) => text(examples[field])),
    ]),
    sheetOfLines(
      'Allowed values',
      ['What each column may hold; columns that you do not have can be deleted'],
      [
        { heading: 'Column', width: 26 },
        { heading: 'What it may hold', width: 90 },
      ],
      fields.map((field) => [text(importFieldLabel(field)), text(allowedOf(kind, field))]),
    ),
  ]
}

/** Returns the refused rows under the headings of their file, with their problems in a last column. */
export const refusedSheet = (
  headings: readonly string[],
  rows: readonly JudgedRow[],
  about: readonly string[],
): Sheet =>
  sheetOfLines(
    'Refused rows',
    [...about, count(rows.length, 'row')],
    [...headingsOf(headings), { heading: 'What is wrong', width: 70 }],
    rows.map(({ cells, problems }) => [
      ...headings.map((_, column) => text(cells[column] ?? '')),
      text(
        problems
          .filter(({ isWarning }) => !isWarning)
          .map(({ message }) => message)
          .join('; '),
      ),
    ]),
  )

/** Starts an import; returns the last settings for these headings, and the import that already applied this file. */
export async function startImport({ body, scope }: CallContext<typeof contract.startImport>) {
  const importNo = await insertImport(scope, body)
  return {
    msg: 'Import started',
    importNo,
    remembered: await findRemembered(scope, body),
    appliedBefore: await findAppliedBefore(scope, importNo),
  }
}

/** Does the dry run: returns the effects of applying the import with these settings. */
export async function checkImport({
  params,
  body: { settings },
  scope,
}: CallContext<typeof contract.checkImport>) {
  const openImport = await lockOpenImport(scope, params.importNo)
  const chosenFields = settings.columns.filter((field) => field !== null)
  if (new Set(chosenFields).size < chosenFields.length) {
    orThrow(refuseFields({ field: 'settings.columns', message: 'Two columns have the same field' }))
  }
  return checkOpenImport(scope, openImport, settings)
}

const rowsAtOnce = 500

/** Returns the rows with one outcome of the last check. */
export async function listImportRows({ params, query, scope }: CallContext<typeof contract.listImportRows>) {
  const { importNo, headings } = await requireImport(scope, params.importNo)
  const judgedRows = await listJudgedRows(scope, importNo, {
    outcome: params.outcome,
    after: query.after ?? 0,
    most: rowsAtOnce + 1,
  })
  const rows = judgedRows.slice(0, rowsAtOnce)
  return {
    msg: 'Rows fetched',
    headings,
    rows,
    more: judgedRows.length > rowsAtOnce,
  }
}

/** Corrects a cell, or leaves rows out; every row is checked again, because a row may be a duplicate of another. */
export async function fixImportRow({ params, body, scope }: CallContext<typeof contract.fixImportRow>) {
  const openImport = await lockOpenImport(scope, params.importNo)
  const settings = openImport.settings ?? orThrow(refuse('import-unchecked'))
  const { cell, leaveOut } = body
  if (cell) {
    if (cell.column >= openImport.headings.length) {
      orThrow(refuseFields({ field: 'cell.column', message: 'Not a column of the file' }))
    }
    if (!(await saveCell(scope, openImport.importNo, cell))) {
      orThrow(refuseFields({ field: 'cell.rowNo', message: 'Not a row of the file' }))
    }
  }
  if (leaveOut) await saveLeftOut(scope, openImport.importNo, leaveOut)
  return checkOpenImport(scope, openImport, settings)
}

/** Writes all rows of the last check to the school, or none; no other change of the campus runs at the same time. */
export async function applyImport({ params, body, scope }: CallContext<typeof contract.applyImport>) {
  const openImport = await lockOpenImport(scope, params.importNo)
  const { counts } = await applyOpenImport(scope, openImport, body.expected)
  return {
    msg: 'Import applied' as const,
    added: counts.new,
    changed: counts.changed,
    same: counts.same,
    leftOut: counts.leftOut,
  }
}

const maxImports = 100

export async function listImports({ scope }: CallContext<typeof contract.listImports>) {
  return { msg: 'Imports fetched', imports: await imports(scope, maxImports) }
}

/** Returns an import, so that the caller can continue it. */
export async function findImport({ params, scope }: CallContext<typeof contract.findImport>) {
  return { msg: 'Import fetched', import: await requireImport(scope, params.importNo) }
}

/** Writes the refused rows of an import to a file, to be corrected in Excel and imported again. */
export async function refusedImportRows(
  { params, scope }: CallContext<typeof contract.refusedImportRows>,
  open: OpenFile,
): Promise<void> {
  const { importNo, headings, fileName } = await requireImport(scope, params.importNo)
  const rows = await listJudgedRows(scope, importNo, { outcome: 'refused', after: 0, most: mostImportRows })
  const about = [`${fileName}, import ${importNo}, ${formatDate(scope.today)}`]
  await writeReport(open, 'xlsx', {
    name: `Refused rows of import ${importNo}`,
    sheets: [refusedSheet(headings, rows, about)],
  })
}

/** Writes the empty Excel file of a kind of import. */
export const importTemplate = (
  { params: { what } }: CallContext<typeof contract.importTemplate>,
  open: OpenFile,
): Promise<void> =>
  writeReport(open, 'xlsx', { name: `Template ${importKindWords[what]}`, sheets: templateSheets(what) })
