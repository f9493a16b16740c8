// The steps before a database is served: migrations, the rights of the server's user, and the demo school.

import { Passwords } from '#server/auth/password.ts'
import type { Config } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { grantToServerUser, openForOwner } from '#server/database/open-as.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { requireDemoAllowed } from '#server/demo/demo-users.ts'
import { fillDemoSchool } from '#server/demo/fill-demo-school.ts'
import { hasSchool } from '#server/records/campus/operator-campuses.ts'

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
