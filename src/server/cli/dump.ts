import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Schema } from '#server/database/schema.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import { writtenColumns } from './backup-columns.ts'
import { backupTables, formatName, formatVersion, type BackupTable } from './backup-format.ts'
import { programVersion } from './schema-version.ts'

const rowsAtOnce = 2000

const asLine = (value: object): string => `${JSON.stringify(value)}\n`

/** A table's line and then its rows, some at a time. */
async function* dumpTable(
  trx: Transaction<Schema>,
  { table, order }: BackupTable,
): AsyncGenerator<{ readonly text: string; readonly rows: number }> {
  const columns = await writtenColumns(trx, table)
  const counted = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(
    trx,
  )
  const rows = counted.rows[0]?.rows ?? 0
  yield { text: asLine({ table, columns, rows }), rows: 0 }

  await sql`declare dumped no scroll cursor for
    select row_to_json(r)::text as row
    from (select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      order by ${sql.raw(order)}) r`.execute(trx)
  for (let left = rows; left > 0; left -= rowsAtOnce) {
    const fetched = await sql<{ row: string }>`fetch ${sql.lit(rowsAtOnce)} from dumped`.execute(trx)
    yield { text: fetched.rows.map(({ row }) => `${row}\n`).join(''), rows: fetched.rows.length }
  }
  await sql`close dumped`.execute(trx)
}

/** The whole school at one instant, line by line: who works on meanwhile is not in it. */
async function* dump(db: Kysely<Schema>, madeAt: Date): AsyncGenerator<string> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    const seal = createHash('sha256')
    const header = {
      format: formatName,
      version: formatVersion,
      schema: programVersion,
      madeAt: madeAt.toISOString(),
    }
    const first = asLine(header)
    seal.update(first)
    yield first
    let written = 0
    for (const table of backupTables) {
      for await (const { text, rows } of dumpTable(trx, table)) {
        seal.update(text)
        written += rows
        yield text
      }
    }
    yield asLine({ rows: written, sha256: seal.digest('hex') })
  } finally {
    await trx.rollback().execute()
  }
}

/** A backup as it is made, packed; what it is written to sets the pace. */
export function dumpPacked(db: Kysely<Schema>, madeAt: Date): Readable {
  const lines = Readable.from(dump(db, madeAt), { highWaterMark: 1 })
  // Whoever reads hears of what goes wrong by the stream itself.
  return pipeline(lines, createGzip(), () => {})
}
