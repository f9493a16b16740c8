import type { listImportRows as endpoint } from '#contract/imports.ts'
import type { CallContext } from '#server/http/call.ts'
import { listJudgedRows } from '#server/records/imports.ts'
import { requireImport } from '#server/services/open-import.ts'

const rowsAtOnce = 500

/** The rows of one outcome of the last check. */
export async function listImportRows({ params, query, scope }: CallContext<typeof endpoint>) {
  const { importNo, headings } = await requireImport(scope, params.importNo)
  const found = await listJudgedRows(scope, importNo, {
    outcome: params.outcome,
    after: query.after ?? 0,
    most: rowsAtOnce + 1,
  })
  const rows = found.slice(0, rowsAtOnce)
  return {
    msg: 'Rows fetched',
    headings,
    rows,
    more: found.length > rowsAtOnce,
  }
}
