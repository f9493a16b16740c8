import type { Speedup } from '#server/database/fast/statements.ts'
import { openDatabase, type OpenDatabase } from './open.ts'
import { errorMessage } from './server-errors.ts'
import { grantToServer, readLogin } from './server-role.ts'

interface DatabaseSettings {
  readonly databaseUrl: string | null
  /** Set if the tables belong to a user other than the server's. */
  readonly migrationUrl: string | null
  readonly dataDir: string
  readonly disabledSpeedups: readonly Speedup[]
}

/** Opens the database as the owner of its tables, for commands. */
export function openForOwner({
  databaseUrl,
  migrationUrl,
  dataDir,
  disabledSpeedups,
}: DatabaseSettings): Promise<OpenDatabase> {
  // A copy that is still a standby can be checked and backed up.
  const options = { dataDir, disabledSpeedups, acceptsStandby: true }
  if (!migrationUrl) return openDatabase({ url: databaseUrl ?? undefined, ...options })
  return openDatabase({ url: migrationUrl, ...options }).catch((error: unknown) => {
    throw new Error(errorMessage(error).replace('DATABASE_URL', 'DATABASE_MIGRATION_URL'), { cause: error })
  })
}

/** Returns null if the server's user owns the tables too. */
export async function openForServerUser({
  databaseUrl,
  migrationUrl,
  dataDir,
  disabledSpeedups,
}: DatabaseSettings): Promise<OpenDatabase | null> {
  return migrationUrl && databaseUrl ? openDatabase({ url: databaseUrl, dataDir, disabledSpeedups }) : null
}

/** Grants the server its rights if the user of DATABASE_URL does not own the tables. Throws MigrationError. */
export async function grantToServerUser(owner: OpenDatabase, settings: DatabaseSettings): Promise<void> {
  const server = await openForServerUser(settings)
  if (!server) return
  try {
    await grantToServer(owner.kysely, await readLogin(server.kysely))
  } finally {
    await server.close()
  }
}
