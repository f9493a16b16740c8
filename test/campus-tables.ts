import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'

type Db = Kysely<Schema>

export const tablesWithCampus = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select t.table_name as name from information_schema.tables t
      join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'campus'
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Lists the tables with a `campus` column that have no row-level policy for clerks. */
export const tablesWithoutPolicy = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and exists (
      select from pg_policy p where p.polrelid = c.oid and 'portal_clerk'::regrole = any (p.polroles)
        and p.polcmd = '*' and p.polqual is not null and p.polwithcheck is not null))`.execute(db)
  const campusTables = await tablesWithCampus(db)
  return rows.map(({ name }) => name).filter((name) => campusTables.includes(name))
}

/** Lists the unique keys of campus tables that do not start with the campus, as `table.column`. */
export const keysWithoutCampus = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select distinct i.indrelid::regclass || '.' || coalesce(a.attname, 'an expression') as key
    from pg_index i left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisunique and i.indrelid::regclass::text = any (${await tablesWithCampus(db)})
      and a.attname is distinct from 'campus'`.execute(db)
  return rows.map(({ key }) => key)
}
