// The XML of a sheet, in chunks (ECMA-376 part 1, chapter 18).

import { daysBetween, firstOfMonth, type CalendarDate } from '#domain/calendar.ts'
import { decimalRupees } from '#domain/money.ts'
import type { Cell, Line, Sheet } from './sheet.ts'

// Styles by name (ECMA-376 part 1, 18.8).

const numberFormats = { general: 0, amount: 4, text: 49, date: 164 } as const
const fonts = { plain: 0, bold: 1, title: 2 } as const
const borders = { none: 0, above: 1, below: 2 } as const

interface Style {
  readonly format: keyof typeof numberFormats
  readonly font?: keyof typeof fonts
  readonly border?: keyof typeof borders
  readonly alignment?: string
}

const wrapped = 'wrapText="1" vertical="center"'
const total = { font: 'bold', border: 'above' } as const

const cellStyles = {
  number: { format: 'general' },
  // Stays text when a user edits it.
  text: { format: 'text' },
  // Shows 12,500.00 and 12,500.50, so that the decimals align.
  amount: { format: 'amount' },
  date: { format: 'date', alignment: 'horizontal="left"' },
  totalNumber: { format: 'general', ...total },
  totalText: { format: 'text', ...total },
  totalAmount: { format: 'amount', ...total },
  totalDate: { format: 'date', alignment: 'horizontal="left"', ...total },
  title: { format: 'text', font: 'title' },
  heading: { format: 'text', font: 'bold', border: 'below', alignment: wrapped },
  figuresHeading: {
    format: 'text',
    font: 'bold',
    border: 'below',
    alignment: `${wrapped} horizontal="right"`,
  },
} as const satisfies Record<string, Style>

export type StyleName = keyof typeof cellStyles

const names: readonly string[] = Object.keys(cellStyles)

const styled = (name: StyleName): string => ` s="${names.indexOf(name)}"`

const cellFormat = ({ format, font = 'plain', border = 'none', alignment }: Style): string =>
  `<xf xfId="0" fillId="0" numFmtId="${numberFormats[format]}" fontId="${fonts[font]}" borderId="${borders[border]}"` +
  ' applyNumberFormat="1" applyFont="1" applyBorder="1"' +
  (alignment === undefined ? '/>' : ` applyAlignment="1"><alignment ${alignment}/></xf>`)

const list = (name: string, items: readonly string[]): string =>
  `<${name} count="${items.length}">${items.join('')}</${name}>`

const font = (size: number, bold = ''): string =>
  `<font>${bold}<sz val="${size}"/><name val="Calibri"/><family val="2"/></font>`

const borderLine = (side: 'top' | 'bottom', drawn: boolean): string =>
  drawn ? `<${side} style="thin"><color auto="1"/></${side}>` : `<${side}/>`
const border = (above: boolean, below: boolean): string =>
  `<border><left/><right/>${borderLine('top', above)}${borderLine('bottom', below)}<diagonal/></border>`

/** The style sheet of a workbook, without its XML head. */
export const styleSheet = (namespace: string): string =>
  `<styleSheet xmlns="${namespace}">` +
  list('numFmts', [`<numFmt numFmtId="${numberFormats.date}" formatCode="d\\ mmm\\ yyyy"/>`]) +
  list('fonts', [font(11), font(11, '<b/>'), font(14, '<b/>')]) +
  list('fills', [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]) +
  list('borders', [border(false, false), border(true, false), border(false, true)]) +
  list('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']) +
  list('cellXfs', Object.values(cellStyles).map(cellFormat)) +
  '</styleSheet>'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Escapes a text for XML, and sequences such as `_x0041_`, which Excel would show as an A. */
export const plain = (text: string): string =>
  /^[\w ,.()/-]*$/.test(text) && !text.includes('_x')
    ? text
    : text
        .replace(unwritable, '')
        .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
        .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

const march1900 = firstOfMonth({ year: 1900, month: 3 })

/** Returns the number of a day in Excel, which has a 29 February 1900, so that earlier days are one less. */
const serial = (day: CalendarDate): number => daysBetween(march1900, day) + (day < march1900 ? 60 : 61)

const textCell = (place: string, style: string, value: string): string => {
  const space = /^\s|\s$/.test(value) ? ' xml:space="preserve"' : ''
  return `<c${place}${style} t="inlineStr"><is><t${space}>${plain(value)}</t></is></c>`
}
const valueCell = (place: string, style: string, value: number | string): string =>
  `<c${place}${style}><v>${value}</v></c>`

const rowStyles = {
  record: { text: styled('text'), number: styled('number'), amount: styled('amount'), date: styled('date') },
  total: {
    text: styled('totalText'),
    number: styled('totalNumber'),
    amount: styled('totalAmount'),
    date: styled('totalDate'),
  },
} as const
type RowStyles = (typeof rowStyles)[keyof typeof rowStyles]

function cellXml(cell: Cell, place: string, styles: RowStyles): string {
  switch (cell?.kind) {
    case undefined:
      return styles === rowStyles.total ? `<c${place}${styles.text}/>` : ''
    case 'text':
      return textCell(place, styles.text, cell.value)
    case 'number':
      return valueCell(place, styles.number, cell.value)
    case 'amount':
      return valueCell(place, styles.amount, decimalRupees(cell.value))
    case 'date':
      return valueCell(place, styles.date, serial(cell.value))
  }
}

/** Returns `A` to `Z`, because no report has more columns. */
const letter = (column: number): string => String.fromCodePoint(65 + column)

const rowXml = (row: number, cells: string, extra = ''): string => `<row r="${row}"${extra}>${cells}</row>`

const lineXml = (row: number, line: Line, styles: RowStyles): string =>
  rowXml(row, line.map((cell, column) => cellXml(cell, ` r="${letter(column)}${row}"`, styles)).join(''))

export const headingRow = ({ about }: Pick<Sheet, 'about'>): number => about.length + 2

const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Returns the XML up to the rows. Headings and first column are frozen, and the width fits one printed page. */
function opening({ title, about, headings }: Sheet): string {
  const row = headingRow({ about })
  const widths = headings.map(
    ({ width }, column) => `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`,
  )
  const headingCells = headings.map(({ heading, figures }, column) =>
    textCell(` r="${letter(column)}${row}"`, styled(figures ? 'figuresHeading' : 'heading'), heading),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    `<worksheet xmlns="${namespace}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="${row}" topLeftCell="B${row + 1}"`,
    ' activePane="bottomRight" state="frozen"/><selection pane="bottomRight"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols><sheetData>`,
    rowXml(1, textCell(' r="A1"', styled('title'), title)),
    ...about.map((line, index) => rowXml(index + 2, textCell(` r="A${index + 2}"`, styled('text'), line))),
    rowXml(row, headingCells.join(''), ' ht="32" customHeight="1"'),
  ].join('')
}

/** Returns the XML after the rows. It makes Excel accept numbers stored as text, such as a class `5`. */
const closing = (lastRow: number, columns: number): string =>
  '</sheetData><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>' +
  '<headerFooter><oddFooter>&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>' +
  `<ignoredErrors><ignoredError sqref="A1:${letter(columns - 1)}${lastRow}" numberStoredAsText="1"/></ignoredErrors>` +
  '</worksheet>'

export async function* sheetXml(sheet: Sheet): AsyncGenerator<string> {
  yield opening(sheet)
  let row = headingRow(sheet)
  yield* sheet.written((line) => lineXml((row += 1), line, rowStyles.record))
  const { totals, notes } = sheet.foot()
  const foot = [
    lineXml((row += 1), totals, rowStyles.total),
    ...notes.map((line) => lineXml((row += 1), line, rowStyles.record)),
  ]
  yield foot.join('') + closing(row, sheet.headings.length)
}
