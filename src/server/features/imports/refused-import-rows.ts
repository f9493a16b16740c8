import type { refusedImportRows as endpoint } from '#contract/imports.ts'
import { formatDate } from '#domain/calendar.ts'
import { mostImportRows } from '#domain/import.ts'
import { writeReport } from '#server/files/report-file.ts'
import type { CallContext } from '#server/http/call.ts'
import type { OpenFile } from '#server/http/file-reply.ts'
import { listJudgedRows } from '#server/records/imports.ts'
import { requireImport } from '#server/services/open-import.ts'
import { refusedSheet } from './import-sheets.ts'

/** The refused rows of an import, to be corrected in Excel and brought in again. */
export async function refusedImportRows(
  { params, scope }: CallContext<typeof endpoint>,
  open: OpenFile,
): Promise<void> {
  const { importNo, headings, fileName } = await requireImport(scope, params.importNo)
  const rows = await listJudgedRows(scope, importNo, { outcome: 'refused', after: 0, most: mostImportRows })
  const about = [`${fileName}, import ${importNo}, ${formatDate(scope.today)}`]
  await writeReport(open, 'xlsx', {
    name: `Refused rows of import ${importNo}`,
    sheets: [refusedSheet(headings, rows, about)],
  })
}
