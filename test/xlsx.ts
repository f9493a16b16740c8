import { inflateRawSync } from 'node:zlib'
import readSheets from 'read-excel-file/node'

type CellValue = string | number | boolean | Date | null

export interface ReadSheet {
  readonly name: string
  /** Cell values: numbers, texts, and dates as `@YYYY-MM-DD`. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[]
  /** The sheet's XML, for checks of formats. */
  readonly xml: string
}

const cellOf = (value: CellValue) => (value instanceof Date ? `@${value.toISOString().slice(0, 10)}` : value)

/** Reads a workbook with an independent library. */
export async function readXlsx(bytes: Buffer): Promise<ReadSheet[]> {
  const parts = unzip(bytes)
  const sheets = await readSheets(bytes)
  return sheets.map(({ sheet, data }, index) => ({
    name: sheet,
    rows: data.map((row) => row.map((value) => cellOf(value as CellValue))),
    xml: parts.get(`xl/worksheets/sheet${index + 1}.xml`) ?? '',
  }))
}

const endOfDirectory = 0x06054b50

/** Returns the files of a zip archive as text, in the order of its central directory. */
export function unzip(zip: Buffer): Map<string, string> {
  const end = zip.length - 22
  if (end < 0 || zip.readUInt32LE(end) !== endOfDirectory) throw new Error('Not a complete zip archive')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, name, extra] = [20, 28, 30].map((offset) =>
      offset === 20 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number]
    const local = zip.readUInt32LE(at + 42)
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const path = zip.toString('utf8', at + 46, at + 46 + name)
    files.set(path, inflateRawSync(zip.subarray(data, data + size)).toString())
    at += 46 + name + extra + zip.readUInt16LE(at + 32)
  }
  return files
}
