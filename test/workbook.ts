import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

type Value = string | number

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** `A`, `Z`, `AA`. */
const letters = (column: number): string =>
  column < 26
    ? String.fromCodePoint(65 + column)
    : letters(Math.floor(column / 26) - 1) + letters(column % 26)

const cellXml = (value: Value, at: string): string =>
  typeof value === 'number'
    ? `<c r="${at}"><v>${value}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`

const rowXml = (row: readonly Value[], place: number): string =>
  `<row r="${place + 1}">${row.map((value, column) => cellXml(value, `${letters(column)}${place + 1}`)).join('')}</row>`

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A sheet as XML: the content of `sheetData`, and the XML after it. */
interface SheetXml {
  readonly name: string
  readonly state?: 'hidden' | 'veryHidden'
  readonly rows: string
  readonly after?: string
}

/** An Excel file; `formats` are the number formats of the styles from 1 on, a number for a built-in one. */
export function workbookFrom(
  sheets: readonly SheetXml[],
  formats: readonly (string | number)[] = [],
): Promise<Buffer> {
  const related = (kind: string, id: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`
  const listed = sheets.map(
    ({ name, state = 'visible' }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
  )
  const idOf = (format: string | number, at: number) => (typeof format === 'number' ? format : 164 + at)
  const numFmts = formats.map((format, at) =>
    typeof format === 'number'
      ? ''
      : `<numFmt numFmtId="${idOf(format, at)}" formatCode="${escaped(format)}"/>`,
  )
  const styles = [
    '<xf numFmtId="0"/>',
    ...formats.map((format, at) => `<xf numFmtId="${idOf(format, at)}"/>`),
  ]
  const parts = {
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets.map((_, at) => related('worksheet', `rId${at + 1}`, `worksheets/sheet${at + 1}.xml`)).join('')}${related('styles', 'rIdS', 'styles.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${numFmts.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    'docProps/app.xml': '<Properties/>',
  }
  const zip = new ZipFile()
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name)
  for (const [at, { rows, after = '' }] of sheets.entries())
    zip.addBuffer(
      Buffer.from(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`),
      `xl/worksheets/sheet${at + 1}.xml`,
    )
  zip.end()
  return buffer(zip.outputStream)
}

/** An Excel file with one sheet of these rows, as a school may have it. */
export const workbookOf = (rows: readonly (readonly Value[])[]): Promise<Buffer> =>
  workbookFrom([{ name: 'Sheet1', rows: rows.map(rowXml).join('') }])
