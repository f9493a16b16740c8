// The table in a sheet of a file: schools put their name above it, totals below it, and merge cells.

import { formatCount } from '#domain/count.ts'
import { plainWords, withoutSpaces } from '#domain/plain-text.ts'
import { guessColumns } from './columns.ts'
import { mostImportColumns, type ImportField } from './import.ts'
import { readDivider, type TitleReading } from './listed.ts'
import { isUnsolved } from './values.ts'

/** Cells that are merged over several rows. */
export interface MergedCells {
  /** Counts from 0. */
  readonly column: number
  readonly firstRow: number
  readonly lastRow: number
}

/** A sheet of a file with the texts of its cells. */
export interface FileSheet {
  /** '' for a file without sheets. */
  readonly name: string
  readonly isHidden: boolean
  readonly rows: readonly (readonly string[])[]
  /** Rows that a filter or a person hid; the first row is 1. */
  readonly hiddenRows: readonly number[]
  readonly merges: readonly MergedCells[]
}

/** Makes a sheet of the rows of a file without sheets or hidden rows. */
export const wholeSheet = (rows: FileSheet['rows'], name = ''): FileSheet => ({
  name,
  isHidden: false,
  rows,
  hiddenRows: [],
  merges: [],
})

export interface TableRow {
  /** The number in the file: the first row is 1. */
  readonly rowNo: number
  readonly cells: readonly string[]
}

/** A line that divides the rows of two classes. */
export interface Divider {
  readonly rowNo: number
  readonly text: string
  /** Null if the line names a class or section that cannot be read. */
  readonly reading: TitleReading | null
}

export type ImportTable =
  | {
      readonly ok: true
      /** No heading is repeated; '' for a column without a heading. */
      readonly headings: readonly string[]
      readonly rows: readonly TableRow[]
      /** Rows of totals and repeated headings, which are not children. */
      readonly skipped: readonly number[]
      /** The texts above the headings. */
      readonly titles: readonly string[]
      /** Lines that name the class or section of the rows below them. */
      readonly dividers: readonly Divider[]
    }
  | { readonly ok: false; readonly message: string }

type Rows = readonly (readonly string[])[]

/** The number of rows at the top that are searched for the headings. */
const rowsOfTitle = 20

const isFilled = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''
const isText = (text: string | undefined): boolean => isFilled(text) && /\p{L}/u.test(text)
const filledIn = (cells: readonly string[]): readonly string[] => cells.filter(isFilled)
const cellAt = (cells: readonly string[] | undefined, place: number): string => cells?.[place]?.trim() ?? ''

const fieldsIn = (headings: readonly string[]): number =>
  guessColumns('students', headings, []).filter((field) => field !== null).length

/** Finds the row of headings, from 0: the row cellAt the top with the most texts and fields; -1 if there is none. */
export function findHeadingRow(rows: Rows): number {
  let best = { place: -1, score: 1 }
  for (const [place, cells] of rows.slice(0, rowsOfTitle).entries()) {
    const texts = new Set(cells.filter(isText)).size
    const score = texts + 2 * fieldsIn(cells)
    if (texts > 0 && score > best.score) best = { place, score }
  }
  return best.place
}

/** Returns the heading above each column; a merged cell is above several columns. */
function spread(cells: readonly string[], width: number): readonly string[] {
  let last = ''
  return Array.from({ length: width }, (_, place) => (last = cellAt(cells, place) || last))
}

const joinRows = (above: readonly string[], below: readonly string[], width: number): readonly string[] => {
  const groups = spread(above, width)
  return Array.from({ length: width }, (_, place) => {
    const [group, own] = [
      cellAt(above, place) || (cellAt(below, place) === '' ? '' : (groups[place] ?? '')),
      cellAt(below, place),
    ]
    return own === '' || group === own ? group : `${group} ${own}`.trim()
  })
}

/** Returns true if a row below the headings only divides their merged cells, so that it belongs to the headings. */
function divides(above: readonly string[], below: readonly string[], width: number): boolean {
  const places = Array.from({ length: width }, (_, place) => place).filter(
    (place) => cellAt(below, place) !== '',
  )
  const isUnderBlank = (place: number) => cellAt(above, place) === ''
  const isNextToBlank = (place: number) =>
    isUnderBlank(place) || (place + 1 < width && isUnderBlank(place + 1))
  return (
    places.some((place) => isUnderBlank(place) && spread(above, width)[place] !== '') &&
    places.every((place) => isNextToBlank(place) && isText(below[place]) && !/\d/.test(cellAt(below, place)))
  )
}

/** Returns the headings, joined with a second row of headings below or above, and the number of rows above the data. */
function readHeadings(rows: Rows, place: number, width: number) {
  const [above = [], best = [], below = []] = [rows[place - 1], rows[place], rows[place + 1]]
  if (divides(best, below, width)) return { headings: joinRows(best, below, width), end: place + 2 }
  const alone = joinRows(best, [], width)
  const withAbove = joinRows(above, best, width)
  const headings = filledIn(above).length > 0 && fieldsIn(withAbove) > fieldsIn(alone) ? withAbove : alone
  return { headings, end: place + 1 }
}

/** Adds a number to every heading that is repeated. */
function distinct(headings: readonly string[]): readonly string[] {
  const times = new Map<string, number>()
  return headings.map((heading) => {
    if (heading === '') return ''
    const time = (times.get(heading) ?? 0) + 1
    times.set(heading, time)
    return time > 1 ? `${heading} (${time})` : heading
  })
}

const totalWords =
  /^(?:grandtotal|subtotal|total|totals|totalstudents|totalamount|kul|kulmizan|mizan|ٹوٹل|کل|میزان|کلمیزان)$/
/** `Total of class 5`, `Class total:`, `کل طلبہ`: no name begins or ends with such a word. */
const totalAround = /^(?:grand ?total|sub ?total|totals?|ٹوٹل|کل)(?: |$)|(?:^| )(?:totals?|ٹوٹل)$/
/** `7 students`, `5 admitted` and similar lines cellAt the end of the portal's own files. */
const countOfRows =
  /^(?:\d[\d,]* (?:students?|children|child|admitted|removed|vouchers?|receipts?|reversals?|records?|entry|entries|rows?|lines?|طلبہ|طلباء|بچے)|due|paid in advance)$/i

const isTotalText = (text: string): boolean =>
  totalWords.test(withoutSpaces(text)) ||
  totalAround.test(plainWords(text).replaceAll(/[\d ]+$/g, '')) ||
  countOfRows.test(text.trim())

/** Returns true for a row of totals: all its texts are words for a total. */
function isTotal(cells: readonly string[]): boolean {
  const texts = cells.filter((text) => isText(text) && !isUnsolved(text))
  return texts.length > 0 && texts.every(isTotalText)
}

/** The maximum number of cells in a dividing line: class, section and one more. */
const maxDividerCells = 3

/** Reads a row that begins with a class or section and has little else; null for any other row. */
function readDividerRow(cells: readonly string[], rowNo: number): Divider | null {
  const texts = filledIn(cells).map((text) => text.trim())
  if (texts.length > maxDividerCells || readDivider(texts[0] ?? '') === null) return null
  const text = texts.join(' ')
  const reading = readDivider(text)
  return reading && { rowNo, text, reading: reading === 'unread' ? null : reading }
}

/** Returns true if a row has only a class and section, and both can be read. */
const isOnlyDivider = (cells: readonly string[], divider: Divider | null): boolean =>
  divider?.reading != null && filledIn(cells).every((text) => readDivider(text.trim()) !== null)

const widthOf = (rows: Rows): number =>
  rows.reduce((width, cells) => Math.max(width, cells.findLastIndex(isFilled) + 1), 0)

const refuse = (message: string): ImportTable => ({ ok: false, message })

/** Reads the children below the headings, the lines that divide them, and the numbers of rows that are not children. */
function readRows(rows: Rows, heading: readonly string[], end: number, width: number) {
  const isHeading = (cells: readonly string[]) =>
    heading.every((_, column) => cellAt(cells, column) === cellAt(heading, column))
  const children: TableRow[] = []
  const skipped: number[] = []
  const dividers: Divider[] = []
  for (const [place, cells] of rows.entries()) {
    if (place < end || filledIn(cells).length === 0) continue
    const divider = isTotal(cells) ? null : readDividerRow(cells, place + 1)
    if (divider) dividers.push(divider)
    if (isOnlyDivider(cells, divider) || isTotal(cells) || isHeading(cells)) skipped.push(place + 1)
    else
      children.push({
        rowNo: place + 1,
        cells: Array.from({ length: width }, (_, column) => cells[column] ?? ''),
      })
  }
  return { children, skipped, dividers }
}

const amountFields: ReadonlySet<ImportField | null> = new Set(['monthlyFee', 'discount', 'balance'])

/**
 * Fills in cells that are merged downwards: a class over several rows is the class of each row. An amount over several
 * rows may be the sum of a family, so each row gets a text instead of an amount.
 */
function fillMergedCells(sheet: FileSheet, headings: readonly string[], end: number): Rows {
  const below = sheet.merges.filter(({ firstRow }) => firstRow > end)
  if (below.length === 0) return sheet.rows
  const fields = guessColumns('students', headings, [])
  const rows = sheet.rows.map((cells) => [...cells])
  for (const { column, firstRow, lastRow } of below) {
    const text = cellAt(rows[firstRow - 1], column)
    const field = fields[column] ?? null
    const isAmount = amountFields.has(field) || (field === null && !/\p{L}/u.test(text))
    const shown = isAmount ? `${text} in one cell over rows ${firstRow} to ${lastRow}` : text
    for (const cells of rows.slice(firstRow - 1, lastRow))
      if (text !== '' && filledIn(cells).length > 0) cells[column] = shown
  }
  return rows
}

/** Reads a sheet. Blank rows are skipped and never end the table; empty columns at the right are left out. */
export function readTable(sheet: FileSheet): ImportTable {
  const { rows } = sheet
  const width = widthOf(rows)
  if (width === 0) return refuse('The first sheet of the file is empty')
  if (width > mostImportColumns)
    return refuse(`The file has ${formatCount(width)} columns; at most ${mostImportColumns} can be read`)
  const place = findHeadingRow(rows)
  if (place < 0)
    return refuse(
      'No headings found in the first sheet. Its first row has to name the columns, such as Student Name and Class.',
    )
  const { headings, end } = readHeadings(rows, place, width)
  const { children, skipped, dividers } = readRows(
    fillMergedCells(sheet, headings, end),
    rows[place] ?? [],
    end,
    width,
  )
  if (children.length === 0) return refuse('The file has headings, but no rows below them')
  const titles = rows.slice(0, place).flatMap(filledIn)
  return { ok: true, headings: distinct(headings), rows: children, skipped, titles, dividers }
}
