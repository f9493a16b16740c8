// The table in the first sheet of a file: schools put their name above it, totals below it, and join cells of the headings.

import { formatCount } from './count.ts'
import { guessColumns } from './import-columns.ts'
import { isUnsolved } from './import-reading.ts'
import { mostImportColumns, mostImportRows } from './import.ts'
import { squeezed } from './plain-text.ts'

export interface TableRow {
  /** In the file: the first row is 1. */
  readonly rowNo: number
  readonly cells: readonly string[]
}

export type ImportTable =
  | {
      readonly ok: true
      /** Each once; '' for a column without one. */
      readonly headings: readonly string[]
      readonly rows: readonly TableRow[]
      /** Rows of totals and repeated headings, which are no children. */
      readonly skipped: readonly number[]
    }
  | { readonly ok: false; readonly message: string }

type Rows = readonly (readonly string[])[]

/** How many rows from the top are looked through for the headings. */
const rowsOfTitle = 20

const isFilled = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''
const isText = (text: string | undefined): boolean => isFilled(text) && /\p{L}/u.test(text)
const filledIn = (cells: readonly string[]): readonly string[] => cells.filter(isFilled)
const at = (cells: readonly string[] | undefined, place: number): string => cells?.[place]?.trim() ?? ''

/** How many fields these headings name. */
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

/** The heading above each column, where a joined cell is above several. */
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

/** Whether a row below the headings only divides their joined cells, so that it belongs to them. */
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

/** The headings, joined with a second row of headings below or above, and how many rows they are from the top. */
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

/** Whether a row sums up: its only text is a word for a total. */
function isTotal(cells: readonly string[]): boolean {
  const texts = cells.filter((text) => isText(text) && !isUnsolved(text))
  return texts.length > 0 && texts.every((text) => totalWords.test(squeezed(text)))
}

const widthOf = (rows: Rows): number =>
  rows.reduce((width, cells) => Math.max(width, cells.findLastIndex(isFilled) + 1), 0)

const refuse = (message: string): ImportTable => ({ ok: false, message })

/** The rows of children below the headings, and the numbers of those that are none. */
function readRows(rows: Rows, heading: readonly string[], end: number, width: number) {
  const isHeading = (cells: readonly string[]) =>
    heading.every((_, column) => at(cells, column) === at(heading, column))
  const given: TableRow[] = []
  const skipped: number[] = []
  for (const [place, cells] of rows.entries()) {
    if (place < end || filledIn(cells).length === 0) continue
    if (isTotal(cells) || isHeading(cells)) skipped.push(place + 1)
    else
      given.push({
        rowNo: place + 1,
        cells: Array.from({ length: width }, (_, column) => cells[column] ?? ''),
      })
  }
  return { given, skipped }
}

/** Reads headings and rows of a sheet. Blank rows are skipped and never end it; empty columns at the right are left out. */
export function readTable(rows: Rows): ImportTable {
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
  const { given, skipped } = readRows(rows, rows[place] ?? [], end, width)
  if (given.length === 0) return refuse('The file has headings, but no rows below them')
  if (given.length <= mostImportRows) return { ok: true, headings: distinct(headings), rows: given, skipped }
  return refuse(
    `The file has ${formatCount(given.length)} rows; at most ${formatCount(mostImportRows)} go in at once. Divide the file.`,
  )
}
