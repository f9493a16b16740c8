import type { importTemplate as endpoint } from '#contract/imports.ts'
import { importKindWords } from '#domain/import.ts'
import { writeReport } from '#server/files/report-file.ts'
import type { CallContext } from '#server/http/call.ts'
import type { OpenFile } from '#server/http/file-reply.ts'
import { templateSheets } from './import-sheets.ts'

/** The empty Excel file of a kind of import. */
export const importTemplate = (
  { params: { what } }: CallContext<typeof endpoint>,
  open: OpenFile,
): Promise<void> =>
  writeReport(open, 'xlsx', { name: `Template ${importKindWords[what]}`, sheets: templateSheets(what) })
