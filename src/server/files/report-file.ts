import { Readable, type Writable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { FileFormat } from '#contract/fields.ts'
import type { OpenFile } from '#server/http/streamed-reply.ts'
import { headingRow, plain, sheetXml, styleSheet } from './sheet-xml.ts'
import type { Sheet } from './sheet.ts'
import { writeCsv } from './write-csv.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`

const contentTypes = (sheets: readonly Sheet[]): string =>
  `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>` +
  sheets
    .map(
      (_, index) => `<Override PartName="/${sheetPath(index)}" ContentType="${contentType}.worksheet+xml"/>`,
    )
    .join('') +
  '</Types>'

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`

const rootRelations = `${head}<Relationships xmlns="${packageRelations}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`

const workbookRelations = (sheets: readonly Sheet[]): string =>
  `${head}<Relationships xmlns="${packageRelations}">` +
  sheets
    .map((_, index) => relation(`sheet${index + 1}`, 'worksheet', sheetPath(index).slice('xl/'.length)))
    .join('') +
  `${relation('styles', 'styles', 'styles.xml')}</Relationships>`

/** Repeats the headings on every printed page. */
const workbook = (sheets: readonly Sheet[]): string =>
  `${head}<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><sheets>` +
  sheets
    .map(
      ({ title }, index) => `<sheet name="${plain(title)}" sheetId="${index + 1}" r:id="sheet${index + 1}"/>`,
    )
    .join('') +
  '</sheets><definedNames>' +
  sheets
    .map((sheet, index) => {
      const row = `$${headingRow(sheet)}`
      return `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${plain(sheet.title)}'!${row}:${row}</definedName>`
    })
    .join('') +
  '</definedNames></workbook>'

/** Every part except the sheets, by path, in the order that readers expect. */
const workbookParts = (sheets: readonly Sheet[]): readonly (readonly [path: string, xml: string])[] => [
  ['[Content_Types].xml', contentTypes(sheets)],
  ['_rels/.rels', rootRelations],
  ['xl/workbook.xml', workbook(sheets)],
  ['xl/_rels/workbook.xml.rels', workbookRelations(sheets)],
  ['xl/styles.xml', head + styleSheet(spreadsheet)],
]

/** Writes a workbook; reads its sheets one after the other. */
const writeXlsx = (out: Writable, sheets: readonly Sheet[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const zip = new ZipFile()
    zip.on('error', reject)
    // If the client disconnects, a pipe would stall the work instead of failing it.
    zip.outputStream.on('data', (bytes: Buffer) => out.write(bytes))
    zip.outputStream.on('end', resolve)
    for (const [path, xml] of workbookParts(sheets)) zip.addBuffer(Buffer.from(xml), path)
    for (const [index, sheet] of sheets.entries()) {
      zip.addReadStreamLazy(sheetPath(index), (callback) => {
        const xml = Readable.from(sheetXml(sheet))
        // The zip does not forward the errors of its input.
        xml.on('error', reject)
        callback(null, xml)
      })
    }
    zip.end()
  })

interface ReportFile {
  /** The name without the extension. */
  readonly name: string
  /** A CSV file has only the first sheet. */
  readonly sheets: readonly [Sheet, ...Sheet[]]
}

const formats: Readonly<
  Record<FileFormat, { type: string; write: (out: Writable, sheets: ReportFile['sheets']) => Promise<void> }>
> = {
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: writeXlsx,
  },
  csv: { type: 'text/csv; charset=utf-8; header=present', write: (out, [report]) => writeCsv(out, report) },
}

/** Writes a report while it is read from the database. */
export async function writeReport(
  open: OpenFile,
  format: FileFormat,
  { name, sheets: [report, ...others] }: ReportFile,
): Promise<void> {
  const { type, write } = formats[format]
  const out = open({ name: `${name}.${format}`, type })
  await write(out, [{ ...report, written: (toText) => whileOpen(out, report.written(toText)) }, ...others])
}

async function* whileOpen<Part>(out: Writable, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (out.destroyed) throw new Error('The reader has closed the connection')
    yield part
  }
}
