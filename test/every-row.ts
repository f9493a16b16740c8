import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Schema } from '#server/database/schema.ts'

/**
 * Returns all rows by table, without the columns that every call updates in its session (last seen, confirmation), and
 * without the security log, which records refusals and reads (auth/security-log.test.ts).
 */
export async function readAllRows(db: Kysely<Schema>): Promise<Record<string, unknown>> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'security_events' order by tablename`.execute(
    db,
  )
  const lists = tables.rows.map(
    ({ name }) => sql`
      (select coalesce(jsonb_agg(r.row order by r.row::text), '[]')
        from (select to_jsonb(t) - array['seen_at', 'confirmation_hash', 'confirmed_until'] as row from ${sql.table(name)} t) r) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(lists)}`.execute(db)
  return rows[0] ?? {}
}

/** Sends a call, checks that it changed no row, and returns its answer. */
export async function checkNoOp<T>(db: Kysely<Schema>, send: () => Promise<T>): Promise<T> {
  const before = await readAllRows(db)
  const answer = await send()
  expect(await readAllRows(db)).toEqual(before)
  return answer
}
