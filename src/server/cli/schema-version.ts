import { allMigrations } from '#server/database/migrations.ts'
import { sql, type Kysely } from 'kysely'
import { CannotDo } from './problems.ts'

/** How many migrations this program knows: the version of its tables. */
export const programVersion = allMigrations.length

async function versionOf<T>(db: Kysely<T>): Promise<number> {
  const { rows } = await sql<{
    there: boolean
  }>`select to_regclass('migrations') is not null as there`.execute(db)
  if (!rows[0]?.there) return 0
  const applied = await sql<{ count: number }>`select count(*)::int as count from migrations`.execute(db)
  return applied.rows[0]?.count ?? 0
}

/** Commands that only look do not change the tables of a database that another version of the program may still use. */
export async function requireNewest<T>(db: Kysely<T>): Promise<void> {
  const version = await versionOf(db)
  if (version === programVersion) return
  if (version === 0) throw new CannotDo('There is no school in this database yet')
  throw new CannotDo(
    version < programVersion
      ? `The database has version ${version} and this program ${programVersion}: use the program that made it, or "migrate" first`
      : `The database has version ${version}, which is newer than this program's ${programVersion}`,
  )
}
