import type { startImport as endpoint } from '#contract/imports.ts'
import type { CallContext } from '#server/http/call.ts'
import { findAppliedBefore, findRemembered, insertImport } from '#server/records/imports.ts'

/** Begins an import: says what was said about such a file before, and whether this one is in the books already. */
export async function startImport({ body, scope }: CallContext<typeof endpoint>) {
  const { what, fileName, headings, rowCount: rows } = body
  const fileHash = Buffer.from(body.fileHash, 'hex')
  return {
    msg: 'Import started',
    importNo: await insertImport(scope, { what, fileName, fileHash, headings, rows }),
    remembered: await findRemembered(scope, { what, headings }),
    appliedBefore: await findAppliedBefore(scope, { what, fileHash }),
  }
}
