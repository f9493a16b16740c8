// Cell texts for spreadsheets: copied to the clipboard or written to a CSV file.

import { formatDate, formatInstant, formatMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { decimalRupees } from '#domain/money.ts'
import type { ColumnKind, ColumnOf, ColumnValues } from './report.ts'

// Excel also treats full-width signs, as typed on Japanese and Chinese keyboards, as the start of a formula. A
// quotation mark before a sign does not help if a spreadsheet takes it for the beginning of a quoted cell.
const sign = /"*[=+\-@\t\r＝＋－＠]/.source
const atStart = new RegExp(`^(?=${sign})`)
const afterSeparator = new RegExp(`[;,\\t\\r\\n](?=${sign})`, 'g')

/**
 * Puts an apostrophe before a sign that would begin a formula, even after a separator within the text, because Excel in
 * some locales splits a file at semicolons, where quotation marks do not protect a cell.
 */
export const escapeFormula = (text: string): string =>
  text.replace(afterSeparator, "$&'").replace(atStart, "'")

const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/** Quotes a text for CSV if RFC 4180 requires it, or if a separator other than ours would split it. */
export const quoteForCsv = (text: string): string =>
  needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text

// Most texts of a report need neither escaping nor quoting, and one search is faster than three (docs/performance.md,
// row 11). `needsQuotes` contains every separator of `afterSeparator`, so `special` misses none.
const special = new RegExp(`${needsQuotes.source}|${atStart.source}`)

export const csvText = (text: string): string =>
  special.test(text) ? quoteForCsv(escapeFormula(text)) : text

const dateText = (date: CalendarDate | null): string => (date === null ? '' : formatDate(date))

const texts: { readonly [Kind in ColumnKind]: (value: ColumnValues[Kind]) => string } = {
  text: escapeFormula,
  name: escapeFormula,
  student: ({ studentName }) => escapeFormula(studentName),
  code: escapeFormula,
  number: String,
  count: String,
  amount: decimalRupees,
  balance: decimalRupees,
  date: dateText,
  due: dateText,
  month: (first) => formatMonth(monthOf(first)),
  instant: formatInstant,
  class: String,
  section: String,
}

/** Returns a cell as text on one line: amounts in rupees without separators, dates as on the screen. */
export const plainCell = <Kind extends ColumnKind, Row>(column: ColumnOf<Kind, Row>, row: Row): string =>
  texts[column.kind](column.value(row)).replaceAll(/[\t\r\n]+/g, ' ')
