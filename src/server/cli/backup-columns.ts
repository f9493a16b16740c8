import { sql, type Kysely } from 'kysely'

/** The columns of a table that are written; those that the database computes itself are left out. */
export async function writtenColumns<T>(db: Kysely<T>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db)
  return rows.map(({ name }) => name)
}
