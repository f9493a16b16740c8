// The parts of a workbook that do not depend on its rows (ECMA-376 part 1).

import { styleSheet } from './cell-styles.ts'
import { headingRow, plain } from './sheet-xml.ts'
import type { Sheet } from './sheet.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`

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

/** The headings are repeated on every printed page. */
const workbook = (sheets: readonly Sheet[]): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
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

/** Every part but the sheets, by path, in the order that readers expect. */
export const workbookParts = (
  sheets: readonly Sheet[],
): readonly (readonly [path: string, xml: string])[] => [
  ['[Content_Types].xml', contentTypes(sheets)],
  ['_rels/.rels', rootRelations],
  ['xl/workbook.xml', workbook(sheets)],
  ['xl/_rels/workbook.xml.rels', workbookRelations(sheets)],
  ['xl/styles.xml', head + styleSheet(main)],
]
