import type { Schema } from '#server/database/schema.ts'
import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'

/** Every row of every table by table, but for when a session was last seen: a call that changes nothing leaves it as it was. */
export async function everyRow(db: Kysely<Schema>): Promise<Record<string, unknown>> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db)
  const all: Record<string, unknown> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ list: unknown }>`
      select coalesce(jsonb_agg(r.row order by r.row::text), '[]') as list
      from (select to_jsonb(t) - 'seen_at' as row from ${sql.table(name)} t) r`.execute(db)
    all[name] = rows[0]?.list
  }
  return all
}

/** What a call answered that is to leave every row as it was. */
export async function untouched<T>(db: Kysely<Schema>, send: () => Promise<T>): Promise<T> {
  const before = await everyRow(db)
  const answer = await send()
  expect(await everyRow(db)).toEqual(before)
  return answer
}
