import type { sendImportRows as endpoint } from '#contract/imports.ts'
import { orThrow, refuse, refuseFields } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { saveImportRows } from '#server/records/imports.ts'
import { lockOpenImport } from '#server/services/open-import.ts'

/** Stores a piece of the rows of a file. */
export async function sendImportRows({ params, body, scope }: CallContext<typeof endpoint>) {
  const { importNo, rows, state } = await lockOpenImport(scope, params.importNo)
  if (state !== 'collecting') orThrow(refuse('import-complete'))
  if (new Set(body.rows.map(({ rowNo }) => rowNo)).size < body.rows.length) {
    orThrow(refuseFields({ field: 'rows', message: 'A row is twice in the piece' }))
  }
  const received = await saveImportRows(scope, importNo, body.rows)
  if (received > rows) orThrow(refuseFields({ field: 'rows', message: 'More rows than the file has' }))
  return { msg: 'Rows stored', received }
}
