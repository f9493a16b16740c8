// CSV for programs and spreadsheets (RFC 4180): UTF-8 with a byte order mark, lines that end in CR LF.

import type { Writable } from 'node:stream'
import { decimalRupees } from '#domain/money.ts'
import { csvText } from '#reports/plain-cells.ts'
import type { Cell, Line, Sheet } from './sheet.ts'

const byteOrderMark = '\ufeff'

function formatCell(cell: Cell): string {
  switch (cell?.kind) {
    case undefined:
      return ''
    case 'text':
      return csvText(cell.value)
    case 'amount':
      return decimalRupees(cell.value)
    case 'number':
    case 'date':
      return String(cell.value)
  }
}

function rowOf(line: Line): string {
  let row = ''
  for (const cell of line) row += `${formatCell(cell)},`
  return `${row.slice(0, -1)}\r\n`
}

/**
 * Writes the headings, a row for each record, the totals, and the notes, such as the true sums. Omits the lines above
 * the table, so that any program can read the file, whose name describes its content.
 */
export async function writeCsv(out: Writable, { headings, written, foot }: Sheet): Promise<void> {
  out.write(`${byteOrderMark}${headings.map(({ heading }) => csvText(heading)).join(',')}\r\n`)
  for await (const rows of written(rowOf)) out.write(rows)
  const { totals, notes } = foot()
  for (const line of [totals, ...notes]) out.write(rowOf(line))
}
