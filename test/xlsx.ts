import { inflateRawSync } from 'node:zlib'
import readSheets from 'read-excel-file/node'

type CellValue = string | number | boolean | Date | null

export interface ReadSheet {
  readonly name: string
  /** Values as a spreadsheet takes them: numbers, texts, dates as `YYYY-MM-DD` with a `@` before. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[]
  /** The sheet's XML, for what is not a value. */
  readonly xml: string
}

const shown = (value: CellValue) => (value instanceof Date ? `@${value.toISOString().slice(0, 10)}` : value)

/** A workbook as another program reads it. */
export async function readXlsx(bytes: Buffer): Promise<ReadSheet[]> {
  const parts = unzip(bytes)
  const sheets = await readSheets(bytes)
  return sheets.map(({ sheet, data }, index) => ({
    name: sheet,
    rows: data.map((row) => row.map((value) => shown(value as CellValue))),
    xml: parts.get(`xl/worksheets/sheet${index + 1}.xml`) ?? '',
  }))
}

const endOfDirectory = 0x06054b50

/** The files of a zip as text, by the list at its end, in that order. */
export function unzip(zip: Buffer): Map<string, string> {
  const end = zip.length - 22
  if (end < 0 || zip.readUInt32LE(end) !== endOfDirectory) throw new Error('No whole zip')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, name, extra] = [20, 28, 30].map((of) =>
      of === 20 ? zip.readUInt32LE(at + of) : zip.readUInt16LE(at + of),
    ) as [number, number, number]
    const local = zip.readUInt32LE(at + 42)
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const path = zip.toString('utf8', at + 46, at + 46 + name)
    files.set(path, inflateRawSync(zip.subarray(data, data + size)).toString())
    at += 46 + name + extra + zip.readUInt16LE(at + 32)
  }
  return files
}
