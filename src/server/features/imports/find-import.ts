import type { findImport as endpoint } from '#contract/imports.ts'
import type { CallContext } from '#server/http/call.ts'
import { requireImport } from '#server/services/open-import.ts'

/** An import, to go on with it. */
export async function findImport({ params, scope }: CallContext<typeof endpoint>) {
  return { msg: 'Import fetched', import: await requireImport(scope, params.importNo) }
}
