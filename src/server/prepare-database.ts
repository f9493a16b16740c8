// What happens before a database is served: migrations, the rights of the server's user, and the demo school.

import { Passwords } from '#server/auth/password.ts'
import { errorMessage } from '#server/database/error-message.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'
import { grantToServer, readLogin } from '#server/database/server-role.ts'
import { requireDemoAllowed } from '#server/demo/demo-users.ts'
import { fillDemoSchool } from '#server/demo/fill-demo-school.ts'
import { hasSchool } from '#server/records/operator-campuses.ts'
import type { Config } from './config.ts'

/** Opens the database for the owner of its tables, as commands use it. */
export function openForOwner({ databaseUrl, migrationUrl, dataDir, plain }: Config): Promise<OpenDatabase> {
  // A copy that is still a standby can be checked and backed up.
  const options = { dataDir, plain, acceptsStandby: true }
  if (!migrationUrl) return openDatabase({ url: databaseUrl ?? undefined, ...options })
  return openDatabase({ url: migrationUrl, ...options }).catch((error: unknown) => {
    throw new Error(errorMessage(error).replace('DATABASE_URL', 'DATABASE_MIGRATION_URL'), { cause: error })
  })
}

/** Opens the database as the server does; null where its user is the owner of the tables too. */
export async function openForServerUser({
  databaseUrl,
  migrationUrl,
  isPooled,
  dataDir,
  plain,
}: Config): Promise<OpenDatabase | null> {
  return migrationUrl && databaseUrl ? openDatabase({ url: databaseUrl, isPooled, dataDir, plain }) : null
}

/** Gives the user of DATABASE_URL what the server needs, where the tables belong to another. Throws MigrationError. */
export async function grantToServerUser(owner: OpenDatabase, settings: Config): Promise<void> {
  const server = await openForServerUser(settings)
  if (!server) return
  try {
    await grantToServer(owner.kysely, await readLogin(server.kysely))
  } finally {
    await server.close()
  }
}

/**
 * Brings the server's database to this version and, if set, fills it with the demo school, both as the owner of the
 * tables. Returns whether the demo's users can sign in. Throws MigrationError or WrongSetting.
 */
export async function prepareDatabase(
  database: OpenDatabase,
  settings: Config,
  clock: () => Date,
  onStep: (step: string) => void,
): Promise<boolean> {
  const owner = settings.migrationUrl ? await openForOwner(settings) : database
  try {
    onStep('Bringing the tables up to date')
    await migrate(owner.kysely)
    await grantToServerUser(owner, settings)
    if (settings.demo) onStep('Filling the demo school')
    if (settings.demo) await fillDemo(owner, settings, clock)
    return await requireDemoAllowed(owner.kysely, settings)
  } finally {
    if (owner !== database) await owner.close()
  }
}

async function fillDemo(owner: OpenDatabase, { demoStudents }: Config, clock: () => Date): Promise<void> {
  // A role that owns nothing may not set up a school; it can serve the one that is there.
  if (await hasSchool(owner.kysely)) return
  const demo = { students: demoStudents, now: clock(), passwords: new Passwords() }
  if (await fillDemoSchool(owner.kysely, demo)) await owner.afterBulkWork()
}
