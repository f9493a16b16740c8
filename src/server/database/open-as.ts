// The database as its owner and as the server's user open it.

import { errorMessage } from './error-message.ts'
import { openDatabase, type OpenDatabase } from './open.ts'
import { grantToServer, readLogin } from './server-role.ts'
import type { Speedup } from '#server/database/fast/statements.ts'

/** The settings that say which database, and as whom. */
interface DatabaseSettings {
  readonly databaseUrl: string | null
  /** The owner's, if the tables belong to another user than the server's. */
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

/** Opens the database as the server does; null if its user is the owner of the tables too. */
export async function openForServerUser({
  databaseUrl,
  migrationUrl,
  dataDir,
  plain,
}: DatabaseSettings): Promise<OpenDatabase | null> {
  return migrationUrl && databaseUrl ? openDatabase({ url: databaseUrl, dataDir, plain }) : null
}

/** Gives the user of DATABASE_URL the rights of the server, if the tables belong to another. Throws MigrationError. */
export async function grantToServerUser(owner: OpenDatabase, settings: DatabaseSettings): Promise<void> {
  const server = await openForServerUser(settings)
  if (!server) return
  try {
    await grantToServer(owner.kysely, await readLogin(server.kysely))
  } finally {
    await server.close()
  }
}
