import { wholeSheet, type FileSheet } from '#domain/import/table.ts'
import { fileError, whatFileIs } from './table-file.ts'
import { parseDelimited, textEncoding } from './table-text.ts'
import { readWorkbook } from './workbook.ts'

/** The sheets of a file, or the error in it, as text for the office. */
export type SheetsRead =
  | {
      readonly ok: true
      readonly sheets: readonly FileSheet[]
      /** The encoding of a text file, if it is not UTF-8. */
      readonly encoding: string | null
    }
  | { readonly ok: false; readonly message: string }

/** The names of encodings for the office; null for the encoding that every program writes now. */
const encodingNames = {
  'utf-8': null,
  'utf-16le': 'Unicode text of Excel (UTF-16)',
  'utf-16be': 'Unicode text (UTF-16)',
  'windows-1256': 'text of an older Windows for Urdu and Arabic (Windows-1256)',
} as const

const damaged =
  'This Excel file is damaged. Open it in Excel, save it as a new .xlsx file and choose that one.'

/** Reads an Excel or text file, whatever its name is. */
export async function readSheets(bytes: Uint8Array): Promise<SheetsRead> {
  const message = fileError(bytes)
  if (message !== null) return { ok: false, message }
  if (whatFileIs(bytes) === 'xlsx') {
    const sheets = await readWorkbook(bytes)
    return sheets === null ? { ok: false, message: damaged } : { ok: true, sheets, encoding: null }
  }
  const encoding = textEncoding(bytes)
  const rows = parseDelimited(new TextDecoder(encoding).decode(bytes))
  return { ok: true, sheets: [wholeSheet(rows)], encoding: encodingNames[encoding] }
}

/** Reads a file on this computer. */
export async function readFile(file: File): Promise<SheetsRead> {
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  )
  const message = 'The file cannot be read. Close it in other programs and try again.'
  return bytes === null ? { ok: false, message } : readSheets(bytes)
}

/** Reads cells that were copied in Excel. */
export const readPasted = (text: string): SheetsRead => ({
  ok: true,
  sheets: [wholeSheet(parseDelimited(text))],
  encoding: null,
})
