// Cells for spreadsheets: copied, or in a CSV file.

import { formatDate, formatInstant, formatMonth, monthOf } from '#domain/calendar.ts'
import { decimalRupees } from '#domain/money.ts'
import type { ColumnKind, ColumnOf, ColumnValues } from './report.ts'

// Excel also reads the full-width signs of a Japanese or Chinese keyboard. A quotation mark before a sign does not help
// if a spreadsheet takes it for the beginning of a quoted cell.
const sign = /"*[=+\-@\t\r＝＋－＠]/.source
const atStart = new RegExp(`^(?=${sign})`)
const afterSeparator = new RegExp(`[;,\\t\\r\\n](?=${sign})`, 'g')

/**
 * Puts an apostrophe before a sign that would begin a formula; also after a separator within the text, as a computer of another
 * language splits a file at semicolons, and then quotation marks do not protect a cell.
 */
export const withoutFormula = (text: string): string =>
  text.replace(afterSeparator, "$&'").replace(atStart, "'")

const toBeQuoted = /[",;\t\r\n]|^\s|\s$/

/** A text quoted for CSV if it must be (RFC 4180), or if another separator than ours would split it. */
export const quoted = (text: string): string =>
  toBeQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text

// Most of a report's texts need neither rule, and one search instead of four is quicker (row 11 of docs/performance.md).
// Each separator that `afterSeparator` looks for is to be quoted.
const special = new RegExp(`${toBeQuoted.source}|${atStart.source}`)

export const csvText = (text: string): string => (special.test(text) ? quoted(withoutFormula(text)) : text)

const texts: { readonly [Kind in ColumnKind]: (value: ColumnValues[Kind]) => string } = {
  text: withoutFormula,
  name: withoutFormula,
  student: ({ studentName }) => withoutFormula(studentName),
  code: withoutFormula,
  number: String,
  count: String,
  amount: decimalRupees,
  balance: decimalRupees,
  date: (date) => (date === null ? '' : formatDate(date)),
  month: (first) => formatMonth(monthOf(first)),
  instant: formatInstant,
  class: String,
  section: String,
}

/** Amounts in rupees without separators, dates as on the screen, on one line. */
export const plainCell = <Kind extends ColumnKind, Row>(column: ColumnOf<Kind, Row>, row: Row): string =>
  texts[column.kind](column.value(row)).replaceAll(/[\t\r\n]+/g, ' ')
