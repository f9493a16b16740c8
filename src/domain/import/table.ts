// The table in a sheet of a file: schools put their name above it, totals below it, and join cells.

import { formatCount } from '#domain/count.ts'
import { plainWords, withoutSpaces } from '#domain/plain-text.ts'
import { guessColumns } from './columns.ts'
import { mostImportColumns, type ImportField } from './import.ts'
import { readDivider, type TitleReading } from './listed.ts'
import { isUnsolved } from './values.ts'

/** Cells that are joined over several rows. */
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

/** The rows of a file that has neither sheets nor hidden rows. */
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
  /** Null if it names a class or section that is not read. */
  readonly reading: TitleReading | null
}

export type ImportTable =
  | {
      readonly ok: true
      /** Each once; '' for a column without one. */
      readonly headings: readonly string[]
      readonly rows: readonly TableRow[]
      /** Rows of totals and repeated headings, which are no children. */
      readonly skipped: readonly number[]
      /** The texts above the headings. */
      readonly titles: readonly string[]
      /** Lines between the rows that name the class or section of those below them. */
      readonly dividers: readonly Divider[]
    }
  | { readonly ok: false; readonly message: string }

type Rows = readonly (readonly string[])[]

/** The number of rows from the top that are searched for the headings. */
const rowsOfTitle = 20

const isFilled = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''
const isText = (text: string | undefined): boolean => isFilled(text) && /\p{L}/u.test(text)
const filledIn = (cells: readonly string[]): readonly string[] => cells.filter(isFilled)
const at = (cells: readonly string[] | undefined, place: number): string => cells?.[place]?.trim() ?? ''

/** The number of fields that these headings name. */
const fieldsIn = (headings: readonly string[]): number =>
  guessColumns('students', headings, []).filter((field) => field !== null).length

/** The place of the row of headings, from 0: the one with the most texts and fields of the first rows; -1 for none. */
export function findHeadingRow(rows: Rows): number {
  let best = { place: -1, score: 1 }
  for (const [place, cells] of rows.slice(0, rowsOfTitle).entries()) {
    const texts = new Set(cells.filter(isText)).size
    const score = texts + 2 * fieldsIn(cells)
    if (texts > 0 && score > best.score) best = { place, score }
  }
  return best.place
}

/** The heading above each column; a joined cell is above several. */
function spread(cells: readonly string[], width: number): readonly string[] {
  let last = ''
  return Array.from({ length: width }, (_, place) => (last = at(cells, place) || last))
}

const joined = (above: readonly string[], below: readonly string[], width: number): readonly string[] => {
  const groups = spread(above, width)
  return Array.from({ length: width }, (_, place) => {
    const [group, own] = [
      at(above, place) || (at(below, place) === '' ? '' : (groups[place] ?? '')),
      at(below, place),
    ]
    return own === '' || group === own ? group : `${group} ${own}`.trim()
  })
}

/** True if a row below the headings only divides their joined cells, so that it belongs to them. */
function divides(above: readonly string[], below: readonly string[], width: number): boolean {
  const places = Array.from({ length: width }, (_, place) => place).filter((place) => at(below, place) !== '')
  const isUnderBlank = (place: number) => at(above, place) === ''
  const isBesideBlank = (place: number) =>
    isUnderBlank(place) || (place + 1 < width && isUnderBlank(place + 1))
  return (
    places.some((place) => isUnderBlank(place) && spread(above, width)[place] !== '') &&
    places.every((place) => isBesideBlank(place) && isText(below[place]) && !/\d/.test(at(below, place)))
  )
}

/** The headings, joined with a second row of headings below or above, and their number of rows from the top. */
function readHeadings(rows: Rows, place: number, width: number) {
  const [above = [], best = [], below = []] = [rows[place - 1], rows[place], rows[place + 1]]
  if (divides(best, below, width)) return { headings: joined(best, below, width), end: place + 2 }
  const own = joined(best, [], width)
  const withAbove = joined(above, best, width)
  const headings = filledIn(above).length > 0 && fieldsIn(withAbove) > fieldsIn(own) ? withAbove : own
  return { headings, end: place + 1 }
}

/** The headings with a number behind those that are there more than once. */
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
/** `7 students`, `5 admitted` and the lines below it, as the portal's own files count. */
const countOfRows =
  /^(?:\d[\d,]* (?:students?|children|child|admitted|removed|vouchers?|receipts?|reversals?|records?|entry|entries|rows?|lines?|طلبہ|طلباء|بچے)|due|paid in advance)$/i

const isTotalText = (text: string): boolean =>
  totalWords.test(withoutSpaces(text)) ||
  totalAround.test(plainWords(text).replaceAll(/[\d ]+$/g, '')) ||
  countOfRows.test(text.trim())

/** True if a row sums up: all of its texts are words for a total. */
function isTotal(cells: readonly string[]): boolean {
  const texts = cells.filter((text) => isText(text) && !isUnsolved(text))
  return texts.length > 0 && texts.every(isTotalText)
}

/** The most cells of a line that divides the rows: class, section and something more. */
const mostOfDivider = 3

/** The line in a row that begins with a class or section and has little else; null for any other row. */
function dividerIn(cells: readonly string[], rowNo: number): Divider | null {
  const texts = filledIn(cells).map((text) => text.trim())
  if (texts.length > mostOfDivider || readDivider(texts[0] ?? '') === null) return null
  const text = texts.join(' ')
  const reading = readDivider(text)
  return reading && { rowNo, text, reading: reading === 'unread' ? null : reading }
}

/** True if a row has nothing but a class and section that are read. */
const isOnlyDivider = (cells: readonly string[], divider: Divider | null): boolean =>
  divider?.reading != null && filledIn(cells).every((text) => readDivider(text.trim()) !== null)

const widthOf = (rows: Rows): number =>
  rows.reduce((width, cells) => Math.max(width, cells.findLastIndex(isFilled) + 1), 0)

const refuse = (message: string): ImportTable => ({ ok: false, message })

/** The rows of children below the headings, those that divide them, and the numbers of those that are no children. */
function readRows(rows: Rows, heading: readonly string[], end: number, width: number) {
  const isHeading = (cells: readonly string[]) =>
    heading.every((_, column) => at(cells, column) === at(heading, column))
  const given: TableRow[] = []
  const skipped: number[] = []
  const dividers: Divider[] = []
  for (const [place, cells] of rows.entries()) {
    if (place < end || filledIn(cells).length === 0) continue
    const divider = isTotal(cells) ? null : dividerIn(cells, place + 1)
    if (divider) dividers.push(divider)
    if (isOnlyDivider(cells, divider) || isTotal(cells) || isHeading(cells)) skipped.push(place + 1)
    else
      given.push({
        rowNo: place + 1,
        cells: Array.from({ length: width }, (_, column) => cells[column] ?? ''),
      })
  }
  return { given, skipped, dividers }
}

const amountFields: ReadonlySet<ImportField | null> = new Set(['monthlyFee', 'discount', 'balance'])

/**
 * The rows with the cells that are joined downwards filled in: a class over its rows is the class of each. An amount
 * over several rows may be the sum of a family, so that each of them gets a text instead of an amount.
 */
function withMerged(sheet: FileSheet, headings: readonly string[], end: number): Rows {
  const below = sheet.merges.filter(({ firstRow }) => firstRow > end)
  if (below.length === 0) return sheet.rows
  const fields = guessColumns('students', headings, [])
  const rows = sheet.rows.map((cells) => [...cells])
  for (const { column, firstRow, lastRow } of below) {
    const text = at(rows[firstRow - 1], column)
    const field = fields[column] ?? null
    const isAmount = amountFields.has(field) || (field === null && !/\p{L}/u.test(text))
    const shown = isAmount ? `${text} in one cell over rows ${firstRow} to ${lastRow}` : text
    for (const cells of rows.slice(firstRow - 1, lastRow))
      if (text !== '' && filledIn(cells).length > 0) cells[column] = shown
  }
  return rows
}

/** Reads headings and rows of a sheet. Blank rows are skipped and never end it; empty columns at the right are left out. */
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
  const { given, skipped, dividers } = readRows(
    withMerged(sheet, headings, end),
    rows[place] ?? [],
    end,
    width,
  )
  if (given.length === 0) return refuse('The file has headings, but no rows below them')
  const titles = rows.slice(0, place).flatMap(filledIn)
  return { ok: true, headings: distinct(headings), rows: given, skipped, titles, dividers }
}
