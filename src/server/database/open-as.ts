import type { Speedup } from '#server/database/fast/statements.ts'
import { openDatabase, type OpenDatabase } from './open.ts'
import { errorMessage } from './server-errors.ts'
import { grantToServer, readLogin } from './server-role.ts'

interface DatabaseSettings {
  readonly databaseUrl: string | null
  /** Set if the tables belong to another user than the server's. */
  readonly migrationUrl: string | null
  readonly dataDir: string
  readonly plain: readonly Speedup[]
}

/** Opens the database for the owner of its tables, as commands use it. */
export function openForOwner({
  databaseUrl,
  migrationUrl,
  dataDir,
  plain,
}: DatabaseSettings): Promise<OpenDatabase> {
  // A copy that is still a standby can be checked and backed up.
  const options = { dataDir, plain, acceptsStandby: true }
  if (!migrationUrl) return openDatabase({ url: databaseUrl ?? undefined, ...options })
  return openDatabase({ url: migrationUrl, ...options }).catch((error: unknown) => {
    throw new Error(errorMessage(error).replace('DATABASE_URL', 'DATABASE_MIGRATION_URL'), { cause: error })
  })
}

/** Null if the server's user is the owner of the tables too. */
export async function openForServerUser({
  databaseUrl,
  migrationUrl,
  dataDir,
  plain,
}: DatabaseSettings): Promise<OpenDatabase | null> {
  return migrationUrl && databaseUrl ? openDatabase({ url: databaseUrl, dataDir, plain }) : null
}

/** If the tables belong to another than the user of DATABASE_URL. Throws MigrationError. */
export async function grantToServerUser(owner: OpenDatabase, settings: DatabaseSettings): Promise<void> {
  const server = await openForServerUser(settings)
  if (!server) return
  try {
    await grantToServer(owner.kysely, await readLogin(server.kysely))
  } finally {
    await server.close()
  }
}
