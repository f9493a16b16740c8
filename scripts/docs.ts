// Generates docs/access.md, docs/openapi.json, docs/schema.sql, docs/spec-ledger.md and src/server/database/schema.ts
// from code, specification and tests. With --check, writes nothing and fails if a file is stale.

import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { accessTable } from '#scripts/docs/access.ts'
import { openCatalogue } from '#scripts/docs/catalogue.ts'
import { readClauseDocuments } from '#scripts/docs/clauses.ts'
import { readCoverage } from '#scripts/docs/covered.ts'
import { openApi } from '#scripts/docs/open-api.ts'
import { schemaSql } from '#scripts/docs/schema-sql.ts'
import { schemaTypes } from '#scripts/docs/schema-types.ts'
import { specLedger } from '#scripts/docs/spec-ledger.ts'
import { allMigrations } from '#server/database/migrations.ts'

const formatCode = async (file: string, code: string): Promise<string> =>
  format(code, { ...(await resolveConfig(file)), filepath: file })

const typesFile = 'src/server/database/schema.ts'
const catalogue = await openCatalogue(allMigrations)
const generated = {
  'docs/access.md': accessTable(),
  'docs/openapi.json': openApi(),
  'docs/schema.sql': await schemaSql(catalogue),
  'docs/spec-ledger.md': specLedger(readClauseDocuments(), readCoverage()),
  [typesFile]: await formatCode(typesFile, await schemaTypes(catalogue)),
}
await catalogue.close()

const checkOnly = process.argv.includes('--check')
const stale: string[] = []
for (const [file, content] of Object.entries(generated)) {
  const existing = await readFile(file, 'utf8').catch(() => '')
  if (existing === content) continue
  stale.push(file)
  if (!checkOnly) await writeFile(file, content)
}
if (stale.length > 0)
  console.log(checkOnly ? `Stale: ${stale.join(', ')} (npm run docs)` : `Wrote ${stale.join(', ')}`)
process.exitCode = checkOnly && stale.length > 0 ? 1 : 0
