// The table of a file: one sheet, or all sheets below each other, with class and section from a title or the name of
// a sheet; and notes for the office about everything in the file that is not read.

import { agree, count, formatCount } from '#domain/count.ts'
import { withoutSpaces } from '#domain/plain-text.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { guessColumns } from './columns.ts'
import { mostImportColumns, mostImportRows, type ImportKind } from './import.ts'
import { readSheetName, readTitle, type TitleReading } from './listed.ts'
import { readTable, type FileSheet, type ImportTable, type TableRow } from './table.ts'

/** The office's choices for a file. */
export interface TableChoice {
  /** The name of a sheet, or all visible sheets; null for the first visible sheet with a table. */
  readonly sheet: string | typeof allSheets | null
  readonly leavesOutHidden: boolean
  /** The class and section of every row; null takes them from the columns of the file, or else from its titles. */
  readonly studentClass: SchoolClass | null
  readonly section: Section | null
}

export const allSheets = Symbol('all sheets')

export const noChoice: TableChoice = {
  sheet: null,
  leavesOutHidden: false,
  studentClass: null,
  section: null,
}

/** A sheet that is not empty. */
export interface SheetInFile {
  readonly name: string
  readonly isHidden: boolean
  /** The number of rows below the headings; null if the sheet has no table. */
  readonly rows: number | null
  readonly isRead: boolean
}

/** A note for the office about something in the file that is not read, or not read as it is shown. */
export interface FileNote {
  readonly about: 'sheets' | 'hidden rows' | 'row numbers' | 'other rows' | 'class'
  readonly words: string
}

interface ColumnsThere {
  readonly studentClass: boolean
  readonly section: boolean
}

export type FileTable =
  | {
      readonly ok: true
      readonly headings: readonly string[]
      readonly rows: readonly TableRow[]
      readonly sheets: readonly SheetInFile[]
      /** The number of hidden rows in the sheets that are read. */
      readonly hiddenRows: number
      /** True if every sheet has its own column for them. */
      readonly has: ColumnsThere
      readonly notes: readonly FileNote[]
    }
  | { readonly ok: false; readonly message: string }

/** A sheet that is not empty, with its table. */
interface SheetWithTable {
  readonly sheet: FileSheet
  readonly table: ImportTable
}

interface OpenSheet {
  readonly sheet: FileSheet
  readonly table: Extract<ImportTable, { readonly ok: true }>
}

const quoted = (name: string): string => `"${name}"`

/** Chooses the sheets to read. A cover sheet has no table and is left out, unless it is chosen by its name. */
function chooseSheets(
  inFile: readonly SheetWithTable[],
  { sheet: chosen }: TableChoice,
): readonly SheetWithTable[] {
  const visible = inFile.filter(({ sheet }) => !sheet.isHidden)
  const candidates = visible.length > 0 ? visible : inFile
  const withTable = candidates.filter(({ table }) => table.ok)
  if (chosen === allSheets && withTable.length > 0) return withTable
  if (typeof chosen === 'string') return inFile.filter(({ sheet }) => sheet.name === chosen)
  return (withTable.length > 0 ? withTable : candidates).slice(0, 1)
}

/** Returns the columns of the headings of a sheet in the table of all sheets; one field has one column. */
function placesIn(keys: string[], headings: readonly string[], all: string[]): readonly number[] {
  const fields = guessColumns('students', headings, [])
  const taken = new Set<number>()
  return headings.map((heading, column) => {
    const key = fields[column] ?? `"${withoutSpaces(heading) || column}`
    const known = keys.findIndex((each, place) => each === key && !taken.has(place))
    const place = known < 0 ? keys.push(key) - 1 : known
    if (known < 0) all.push(heading)
    taken.add(place)
    return place
  })
}

/** Returns the distance between the row numbers of two sheets: a power of ten that is above all row numbers. */
const stepOf = (open: readonly OpenSheet[]): number =>
  10 ** Math.max(2, String(Math.max(...open.map(({ sheet }) => sheet.rows.length))).length)

interface StackedRow extends TableRow {
  readonly isHidden: boolean
}

/** Puts the tables of the sheets below each other. */
function stack(open: readonly OpenSheet[]) {
  const [keys, headings]: [string[], string[]] = [[], []]
  const places = open.map(({ table }) => placesIn(keys, table.headings, headings))
  const step = stepOf(open)
  const rows = open.flatMap(({ sheet, table }, sheetIndex) => {
    const hidden = new Set(sheet.hiddenRows)
    return table.rows.map(({ rowNo, cells }): StackedRow => {
      const wide = headings.map(() => '')
      for (const [column, place] of (places[sheetIndex] ?? []).entries()) wide[place] = cells[column] ?? ''
      return { rowNo: sheetIndex * step + rowNo, cells: wide, isHidden: hidden.has(rowNo) }
    })
  })
  return { headings, rows }
}

const fromTitle = (text: string): string => `from the title ${quoted(text.slice(0, 80))}`

/** The class in a title, for the rows below it up to the next title. */
interface SheetTitle extends TitleReading {
  readonly fromRow: number
  readonly from: string
}

/** Reads the class of a sheet's rows from its titles, or else from its name. */
function readSheetTitle({ sheet, table }: OpenSheet) {
  for (const text of table.titles) {
    const reading = readTitle(text)
    if (reading) return { ...reading, from: fromTitle(text) }
  }
  const reading = readSheetName(sheet.name)
  return reading && { ...reading, from: `from the name of the sheet ${quoted(sheet.name)}` }
}

const namedFields = [
  { field: 'studentClass', heading: 'Class of the sheet', label: 'Class' },
  { field: 'section', heading: 'Section of the sheet', label: 'Section' },
] as const

/** Lists the class of a sheet's first rows, and the class of the rows below each dividing line. */
function listTitles(open: OpenSheet): readonly SheetTitle[] {
  let title: SheetTitle = { fromRow: 0, studentClass: null, section: '', from: '', ...readSheetTitle(open) }
  const titles = [title]
  for (const { rowNo, text, reading } of open.table.dividers) {
    const studentClass = reading && (reading.studentClass ?? title.studentClass)
    title = { fromRow: rowNo, studentClass, section: reading?.section ?? '', from: fromTitle(text) }
    titles.push(title)
  }
  return titles
}

/** Adds class and section in front of a sheet: from the office, or from its titles if it has no columns for them. */
function withNames(open: OpenSheet, choice: TableChoice) {
  const { sheet, table } = open
  const fields = guessColumns('students', table.headings, [])
  const titles = listTitles(open).map((title) => ({
    ...title,
    values: namedFields.map(
      ({ field }) => choice[field] ?? (fields.includes(field) ? '' : (title[field] ?? '')),
    ),
  }))
  const places = [...namedFields.keys()].filter((place) => titles.some(({ values }) => values[place] !== ''))
  const headings = [...places.map((place) => namedFields[place]?.heading ?? ''), ...table.headings]
  const rows = table.rows.map(({ rowNo, cells }) => {
    const values = titles.findLast(({ fromRow }) => fromRow < rowNo)?.values
    return { rowNo, cells: [...places.map((place) => values?.[place] ?? ''), ...cells] }
  })
  const isChosen = choice.studentClass !== null || choice.section !== null
  const notes = titles.flatMap(({ values, from }) => {
    const words = namedFields.flatMap(({ label }, place) =>
      values[place] ? `${label} ${values[place]}` : [],
    )
    return words.length === 0 ? [] : [`${words.join(', ')}: ${isChosen ? 'as chosen' : from}`]
  })
  return {
    sheet,
    table: { ...table, headings, rows },
    notes,
    has: { studentClass: fields.includes('studentClass'), section: fields.includes('section') },
  }
}

/** Notes the sheets that are not read, visible sheets first. */
function sheetNotes(sheets: readonly SheetInFile[]): FileNote[] {
  return [false, true].flatMap((isHidden) => {
    const others = sheets.filter((sheet) => !sheet.isRead && sheet.isHidden === isHidden)
    if (others.length === 0) return []
    const names = others.map(
      ({ name, rows }) => `${quoted(name)} (${rows === null ? 'no table' : count(rows, 'row')})`,
    )
    const subject = count(others.length, isHidden ? 'hidden sheet' : 'sheet')
    return [
      {
        about: 'sheets',
        words: `${subject} ${agree(others.length, 'is', 'are')} not read: ${names.join(', ')}`,
      },
    ]
  })
}

const rowsShown = 10

/** Notes the rows that are not children, and how the rows of later sheets are numbered. */
function rowNotes(open: readonly OpenSheet[]): FileNote[] {
  return open.flatMap(({ sheet: { name }, table: { skipped } }, index) => {
    const first = index * stepOf(open) + 1
    const numbers = skipped.slice(0, rowsShown).join(', ') + (skipped.length > rowsShown ? ' …' : '')
    const where = open.length > 1 ? ` of ${quoted(name)}` : ''
    const note = `${count(skipped.length, 'row')} of totals or repeated headings ${agree(skipped.length, 'is', 'are')} not read`
    return [
      ...(index > 0
        ? [{ about: 'row numbers', words: `Row ${formatCount(first)} is row 1 of ${quoted(name)}` } as const]
        : []),
      ...(skipped.length > 0 ? [{ about: 'other rows', words: `${note}: ${numbers}${where}` } as const] : []),
    ]
  })
}

function hiddenNotes(hidden: number, { leavesOutHidden }: TableChoice): FileNote[] {
  if (hidden === 0) return []
  const subject = `${count(hidden, 'row')} that a filter or a person hid in Excel`
  return [
    {
      about: 'hidden rows',
      words: `${subject} ${agree(hidden, 'is', 'are')} ${leavesOutHidden ? 'left out' : 'read too'}`,
    },
  ]
}

const isFilled = ({ rows }: FileSheet): boolean =>
  rows.some((cells) => cells.some((text) => text.trim() !== ''))
const refuse = (message: string): FileTable => ({ ok: false, message })

/** Reads the table of the chosen sheets of a file, with notes about everything that is not in it. */
export function readFileTable(
  kind: ImportKind,
  sheets: readonly FileSheet[],
  choice: TableChoice,
): FileTable {
  const filled = sheets.filter(isFilled)
  const inFile = (filled.length > 0 ? filled : sheets).map((sheet) => ({ sheet, table: readTable(sheet) }))
  const openSheets: OpenSheet[] = []
  for (const { sheet, table } of chooseSheets(inFile, choice)) {
    if (!table.ok) return table
    openSheets.push({ sheet, table })
  }
  const namedSheets = openSheets.map((one) => withNames(one, kind === 'students' ? choice : noChoice))
  const { headings, rows } = stack(kind === 'students' ? namedSheets : openSheets)
  const shownRows = rows.filter(({ isHidden }) => !isHidden || !choice.leavesOutHidden)
  const message =
    openSheets.length === 0 ? 'The file has no such sheet' : wrongSize(shownRows.length, headings.length)
  if (message !== null) return refuse(message)
  const sheetList = inFile.map(({ sheet, table }) => ({
    name: sheet.name,
    isHidden: sheet.isHidden,
    rows: table.ok ? table.rows.length : null,
    isRead: openSheets.some((one) => one.sheet === sheet),
  }))
  const hiddenRows = rows.filter(({ isHidden }) => isHidden).length
  const classNotes = kind === 'students' ? namedSheets.flatMap(({ notes }) => notes) : []
  return {
    ok: true,
    headings,
    rows: shownRows.map(({ rowNo, cells }) => ({ rowNo, cells })),
    sheets: sheetList,
    hiddenRows,
    has: {
      studentClass: namedSheets.every(({ has }) => has.studentClass),
      section: namedSheets.every(({ has }) => has.section),
    },
    notes: [
      ...sheetNotes(sheetList),
      ...hiddenNotes(hiddenRows, choice),
      ...rowNotes(openSheets),
      ...[...new Set(classNotes)].map((words) => ({ about: 'class', words }) as const),
    ],
  }
}

/** Returns the reason why a table of this size is not read; null if it is read. */
function wrongSize(rows: number, columns: number): string | null {
  if (rows === 0) return 'Every row of the sheet is hidden'
  if (columns > mostImportColumns)
    return `The file has ${formatCount(columns)} columns; at most ${mostImportColumns} can be read`
  if (rows <= mostImportRows) return null
  return `The file has ${formatCount(rows)} rows; at most ${formatCount(mostImportRows)} go in at once. Divide the file.`
}
