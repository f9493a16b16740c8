import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { fileError, mostUnpackedBytes, whatFileIs } from '#domain/table-file.ts'
import { cellText, parseDelimited, textEncoding } from '#domain/table-text.ts'
import { hasForms, readableXml, storeParts, workbookParts } from '#domain/workbook.ts'
import { CommandError } from './errors.ts'

/** The rows of the first sheet of an Excel or CSV file, each cell as text. Throws CommandError for any other file. */
export async function readTableFile(path: string): Promise<readonly (readonly string[])[]> {
  const bytes = await bytesOf(path)
  const error = fileError(bytes)
  if (error !== null) throw new CommandError(error)
  if (whatFileIs(bytes) === 'xlsx') return readWorkbook(bytes)
  return parseDelimited(new TextDecoder(textEncoding(bytes)).decode(bytes))
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new CommandError(`The file "${path}" cannot be read`, { cause: error })
  }
}

async function readWorkbook(bytes: Buffer): Promise<readonly (readonly string[])[]> {
  // Loaded where it is needed: no other command reads a workbook.
  const { readSheet } = await import('read-excel-file/node')
  try {
    const rows = await readSheet(Buffer.from(unpack(bytes)))
    // The types of the library name the constructor of dates where it gives dates.
    return rows.map((row) => row.map((value) => cellText(typeof value === 'function' ? null : value)))
  } catch (error) {
    throw new CommandError('This Excel file is damaged', { cause: error })
  }
}

/** A workbook as a zip file that is not packed, with the parts that cells are read from in the form that the library reads. */
function unpack(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const parts = workbookParts(new Uint8Array(bytes))
  if (parts === null) throw new Error('Not a complete zip file')
  let left = mostUnpackedBytes
  const unpacked = parts.map(({ name, isPacked, packed }) => {
    const plain = isPacked ? inflateRawSync(packed, { maxOutputLength: left }) : packed
    left -= plain.length
    if (!hasForms(name)) return { name, pieces: [plain] }
    return { name, pieces: [Buffer.from(readableXml(name, new TextDecoder().decode(plain)))] }
  })
  return storeParts(unpacked)
}
