// Excel's format: a zip of XML parts, deflated by Node beside the server's own work.

import { Readable, type Writable } from 'node:stream'
import { ZipFile } from 'yazl'
import { sheetXml } from './sheet-xml.ts'
import type { Sheet } from './sheet.ts'
import { sheetPath, workbookParts } from './workbook-xml.ts'

/** Writes sheets as one workbook; they are read one after the other, in their order. */
export const writeXlsx = (out: Writable, sheets: readonly Sheet[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const zip = new ZipFile()
    zip.on('error', reject)
    // Not a pipe: that would stop where the reader is gone, and the work with it, instead of failing.
    zip.outputStream.on('data', (bytes: Buffer) => out.write(bytes))
    zip.outputStream.on('end', resolve)
    for (const [path, xml] of workbookParts(sheets)) zip.addBuffer(Buffer.from(xml), path)
    for (const [index, sheet] of sheets.entries()) {
      zip.addReadStreamLazy(sheetPath(index), (give) => {
        const xml = Readable.from(sheetXml(sheet))
        // The zip does not pass on what goes wrong in what it is given.
        xml.on('error', reject)
        give(null, xml)
      })
    }
    zip.end()
  })
