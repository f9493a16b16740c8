import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

type Value = string | number

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

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

/** An Excel file with one sheet of these rows, as a school may have it. */
export function workbookOf(rows: readonly (readonly Value[])[]): Promise<Buffer> {
  const parts = {
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
    'docProps/app.xml': '<Properties/>',
  }
  const zip = new ZipFile()
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name)
  zip.end()
  return buffer(zip.outputStream)
}
