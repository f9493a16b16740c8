import type { fixImportRow as endpoint } from '#contract/imports.ts'
import { orThrow, refuse, refuseFields } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { saveCell, saveLeftOut } from '#server/records/imports.ts'
import { checkOpenImport, lockOpenImport } from '#server/services/open-import.ts'

/** Corrects a cell, or leaves rows out; every row is checked again, as one may be the double of another. */
export async function fixImportRow({ params, body, scope }: CallContext<typeof endpoint>) {
  const found = await lockOpenImport(scope, params.importNo)
  const settings = found.settings ?? orThrow(refuse('import-unchecked'))
  const { cell, leaveOut } = body
  if (cell) {
    if (cell.column >= found.headings.length) {
      orThrow(refuseFields({ field: 'cell.column', message: 'Not a column of the file' }))
    }
    if (!(await saveCell(scope, found.importNo, cell))) {
      orThrow(refuseFields({ field: 'cell.rowNo', message: 'Not a row of the file' }))
    }
  }
  if (leaveOut) await saveLeftOut(scope, found.importNo, leaveOut)
  return checkOpenImport(scope, found, settings)
}
