import type { applyImport as endpoint } from '#contract/imports.ts'
import type { CallContext } from '#server/http/call.ts'
import { applyOpenImport } from '#server/services/apply-import.ts'
import { lockOpenImport } from '#server/services/open-import.ts'

/** Writes every row of the last check to the school, all or none; no other change of the campus runs beside it. */
export async function applyImport({ params, body, scope }: CallContext<typeof endpoint>) {
  const found = await lockOpenImport(scope, params.importNo)
  const { counts } = await applyOpenImport(scope, found, body.expected)
  return {
    msg: 'Import applied' as const,
    added: counts.new,
    changed: counts.changed,
    same: counts.same,
    leftOut: counts.leftOut,
  }
}
