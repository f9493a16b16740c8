import { readTable, type TableRow } from '#domain/import-table.ts'
import { fileError, whatFileIs } from '#domain/table-file.ts'
import { cellText, parseDelimited, textEncoding, type CellValue } from '#domain/table-text.ts'
import { sha256 } from './sha-256.ts'
import { unpackWorkbook } from './unpack-workbook.ts'

/** A file that was read: its first sheet as rows of texts. */
export interface FileTable {
  readonly fileName: string
  /** SHA-256 as hex. */
  readonly fileHash: string
  readonly headings: readonly string[]
  readonly rows: readonly TableRow[]
}

/** A file as it was read, or what is wrong with it in words for the office. */
export type FileRead =
  | {
      readonly state: 'read'
      readonly table: FileTable
      /** How the letters of a text file are written, where that is not UTF-8. */
      readonly encoding: string | null
      /** Rows of totals and repeated headings, which are not sent. */
      readonly skipped: readonly number[]
    }
  | { readonly state: 'unreadable'; readonly message: string }

const unreadable = (message: string): FileRead => ({ state: 'unreadable', message })

type Cells = readonly (readonly string[])[]

/** The table in rows of texts, of which only what is sent is kept. */
function tableIn(fileName: string, cells: Cells, encoding: string | null): FileRead {
  const table = readTable(cells)
  if (!table.ok) return unreadable(table.message)
  const { headings, rows, skipped } = table
  // Of what is sent, as by the command: the same rows are recognised in another format too.
  const fileHash = sha256(new TextEncoder().encode(JSON.stringify([headings, rows])))
  return { state: 'read', table: { fileName, fileHash, headings, rows }, encoding, skipped }
}

/** The most bytes that the parts with cells may become: ten thousand rows of sixty columns have less than half. */
const mostUnpackedBytes = 100_000_000

/** The cells of the first sheet; null where the file is damaged. */
async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Cells | null> {
  const workbook = await unpackWorkbook(bytes, mostUnpackedBytes)
  if (workbook === null) return null
  const { readSheet } = await import('read-excel-file/universal')
  try {
    const rows = await readSheet(workbook)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library declares a date as the class of dates
    return rows.map((row) => row.map((value) => cellText(value as CellValue)))
  } catch {
    return null
  }
}

/** As the office knows them; null for the one that every program writes now. */
const encodingNames = {
  'utf-8': null,
  'utf-16le': 'Unicode text of Excel (UTF-16)',
  'utf-16be': 'Unicode text (UTF-16)',
  'windows-1256': 'text of an older Windows for Urdu and Arabic (Windows-1256)',
} as const

/** Reads an Excel or text file on this computer. */
export async function readFile(file: File): Promise<FileRead> {
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  )
  if (bytes === null) return unreadable('The file cannot be read. Close it in other programs and try again.')
  const problem = fileError(bytes)
  if (problem !== null) return unreadable(problem)
  const fileName = file.name.slice(0, 200)
  if (whatFileIs(bytes) !== 'xlsx') {
    const encoding = textEncoding(bytes)
    const cells = parseDelimited(new TextDecoder(encoding).decode(bytes))
    return tableIn(fileName, cells, encodingNames[encoding])
  }
  const cells = await readWorkbook(bytes)
  if (cells === null) {
    return unreadable(
      'This Excel file is damaged. Open it in Excel, save it as a new .xlsx file and choose that one.',
    )
  }
  return tableIn(fileName, cells, null)
}

/** Reads cells that were copied in Excel. */
export const readPasted = async (text: string): Promise<FileRead> =>
  tableIn('Pasted cells', parseDelimited(text), null)
