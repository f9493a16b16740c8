// Cells of a report as plain text for spreadsheets: copied, or in a CSV file.

import { formatDate, formatInstant, formatMonth, monthOf } from '#domain/calendar.ts'
import { decimalRupees } from '#domain/money.ts'
import type { Column, ColumnKind, ColumnValues } from './report.ts'

/** A spreadsheet would run such a text as a formula; an apostrophe before it prevents that. */
const formulaStart = /^[=+\-@\t\r]/

/** A text that no spreadsheet runs as a formula. */
export const withoutFormula = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

/** A text quoted for CSV where it must be (RFC 4180). */
export const quoted = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

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

/** A cell as plain text: amounts in rupees without separators, dates as on the screen, on one line. */
export function plainCell<Row>(column: Column<Row>, row: Row): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not see that the value is of the column's kind
  const textOf = texts[column.kind] as (value: unknown) => string
  return textOf(column.value(row)).replaceAll(/[\t\r\n]+/g, ' ')
}
