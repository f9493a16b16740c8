import readSheets from 'read-excel-file/node'
import { unzip } from './unzip.ts'

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
