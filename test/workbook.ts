import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

type Value = string | number

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Returns the letters of a column: `A`, `Z`, `AA`. */
const columnLetters = (column: number): string =>
  column < 26
    ? String.fromCodePoint(65 + column)
    : columnLetters(Math.floor(column / 26) - 1) + columnLetters(column % 26)

const cellXml = (value: Value, reference: string): string =>
  typeof value === 'number'
    ? `<c r="${reference}"><v>${value}</v></c>`
    : `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`

const rowXml = (row: readonly Value[], place: number): string =>
  `<row r="${place + 1}">${row.map((value, column) => cellXml(value, `${columnLetters(column)}${place + 1}`)).join('')}</row>`

const sheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A sheet as XML: the content of `sheetData`, and the XML after it. */
interface SheetXml {
  readonly name: string
  readonly state?: 'hidden' | 'veryHidden'
  readonly rows: string
  readonly after?: string
}

/** Writes an Excel file. `formats` are the number formats of styles 1 and up; a number stands for a built-in format. */
export function workbookFrom(
  sheets: readonly SheetXml[],
  formats: readonly (string | number)[] = [],
): Promise<Buffer> {
  const relationship = (kind: string, id: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`
  const sheetElements = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
  )
  const idOf = (format: string | number, index: number) => (typeof format === 'number' ? format : 164 + index)
  const numFmts = formats.map((format, index) =>
    typeof format === 'number'
      ? ''
      : `<numFmt numFmtId="${idOf(format, index)}" formatCode="${escapeXml(format)}"/>`,
  )
  const styles = [
    '<xf numFmtId="0"/>',
    ...formats.map((format, index) => `<xf numFmtId="${idOf(format, index)}"/>`),
  ]
  const parts = {
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets.map((_, index) => relationship('worksheet', `rId${index + 1}`, `worksheets/sheet${index + 1}.xml`)).join('')}${relationship('styles', 'rIdS', 'styles.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${sheetNamespace}" xmlns:r="${relations}"><sheets>${sheetElements.join('')}</sheets></workbook>`,
    'xl/styles.xml': `<styleSheet xmlns="${sheetNamespace}"><numFmts>${numFmts.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    'docProps/app.xml': '<Properties/>',
  }
  const zip = new ZipFile()
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name)
  for (const [index, { rows, after = '' }] of sheets.entries())
    zip.addBuffer(
      Buffer.from(`<worksheet xmlns="${sheetNamespace}"><sheetData>${rows}</sheetData>${after}</worksheet>`),
      `xl/worksheets/sheet${index + 1}.xml`,
    )
  zip.end()
  return buffer(zip.outputStream)
}

/** Writes an Excel file with one sheet of these rows, such as a school might upload. */
export const workbookOf = (rows: readonly (readonly Value[])[]): Promise<Buffer> =>
  workbookFrom([{ name: 'Sheet1', rows: rows.map(rowXml).join('') }])
