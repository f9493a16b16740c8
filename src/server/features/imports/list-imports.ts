import type { listImports as endpoint } from '#contract/imports.ts'
import type { CallContext } from '#server/http/call.ts'
import { listImports as imports } from '#server/records/imports.ts'

const most = 100

/** The last imports of the campus. */
export async function listImports({ scope }: CallContext<typeof endpoint>) {
  return { msg: 'Imports fetched', imports: await imports(scope, most) }
}
