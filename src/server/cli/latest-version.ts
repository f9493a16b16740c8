import type { Kysely } from 'kysely'
import { latestVersion, readVersion } from '#server/database/migrate.ts'
import type { Schema } from '#server/database/schema.ts'
import { CommandError } from './errors.ts'

/** Refuses another version: commands that only read do not migrate a database that another program may still use. */
export async function requireLatestVersion(db: Kysely<Schema>): Promise<void> {
  const version = await readVersion(db)
  if (version === latestVersion) return
  if (version === 0) throw new CommandError('There is no school in this database yet')
  throw new CommandError(
    version < latestVersion
      ? `The database has version ${version} and this program ${latestVersion}: use the program that made it, or "migrate" first`
      : `The database has version ${version}, which is newer than this program's ${latestVersion}`,
  )
}
