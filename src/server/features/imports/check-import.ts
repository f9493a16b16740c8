import type { checkImport as endpoint } from '#contract/imports.ts'
import { orThrow, refuseFields } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { checkOpenImport, lockOpenImport } from '#server/services/open-import.ts'

/** The dry run: what applying the import would do with these settings. */
export async function checkImport({ params, body: { settings }, scope }: CallContext<typeof endpoint>) {
  const found = await lockOpenImport(scope, params.importNo)
  const chosen = settings.columns.filter((field) => field !== null)
  if (new Set(chosen).size < chosen.length) {
    orThrow(refuseFields({ field: 'settings.columns', message: 'Two columns have the same field' }))
  }
  return checkOpenImport(scope, found, settings)
}
