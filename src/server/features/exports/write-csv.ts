// CSV as programs and spreadsheets read it (RFC 4180): UTF-8 with its mark, lines that end in CR LF.

import type { Writable } from 'node:stream'
import type { Money } from '#domain/money.ts'
import type { Cell, Line, Sheet } from './sheet.ts'

const byteOrderMark = '\ufeff'

/** A spreadsheet would take such a text for a formula; the apostrophe keeps it a text. */
const isLikeFormula = /^[=+\-@\t\r]/

const quoted = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const plainText = (text: string): string => quoted(isLikeFormula.test(text) ? `'${text}` : text)

/** `12500.50`, `-500.00`. */
function decimal(amount: Money): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function writtenCell(cell: Cell): string {
  switch (cell?.kind) {
    case undefined:
      return ''
    case 'text':
      return plainText(cell.value)
    case 'amount':
      return decimal(cell.value)
    case 'number':
    case 'date':
      return String(cell.value)
  }
}

const rowOf = (line: Line): string => `${line.map(writtenCell).join(',')}\r\n`

/**
 * Writes a sheet as CSV: the headings, a row for each record, and last the totals row. Nothing stands above the
 * headings and no notes below the totals, so that any program reads it as it is; the file's name says what it holds.
 */
export async function writeCsv(out: Writable, { headings, written, foot }: Sheet): Promise<void> {
  out.write(`${byteOrderMark}${headings.map(({ heading }) => plainText(heading)).join(',')}\r\n`)
  for await (const rows of written(rowOf)) out.write(rows)
  out.write(rowOf(foot().totals))
}
