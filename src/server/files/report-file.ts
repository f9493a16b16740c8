import type { Writable } from 'node:stream'
import type { FileFormat } from '#contract/file-formats.ts'
import type { OpenFile } from '#server/http/file-reply.ts'
import type { Sheet } from './sheet.ts'
import { writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

interface ReportFile {
  /** Without the ending. */
  readonly name: string
  /** The report, and sheets that sum it up; a CSV file has the report only. */
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

/** Writes a report as a file of the requested format, while it is read from the database. */
export async function writeReport(
  open: OpenFile,
  format: FileFormat,
  { name, sheets: [report, ...beside] }: ReportFile,
): Promise<void> {
  const { type, write } = formats[format]
  const out = open({ name: `${name}.${format}`, type })
  await write(out, [{ ...report, written: (put) => whileRead(out, report.written(put)) }, ...beside])
}

async function* whileRead<Part>(out: Writable, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (out.destroyed) throw new Error('The reader has closed the connection')
    yield part
  }
}
