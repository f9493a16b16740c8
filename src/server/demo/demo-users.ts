// The password of the demo's users is public: they work on some machines only, and not once a real school is set up.

import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Passwords } from '#server/auth/password.ts'
import { WrongSetting, type Config } from '#server/config.ts'
import type { Schema } from '#server/database/schema.ts'
import { listCampusNames, lockSchoolSetup } from '#server/records/campus/school.ts'
import { changeDisabled, changePassword, listUsersOf } from '#server/records/staff/operator-users.ts'
import { withdrawRequestsOf } from '#server/services/approval.ts'
import { demoCampuses } from './campuses.ts'

const demoUserIds = new Set(
  demoCampuses
    .flatMap(({ admin, office, desk, viewer }) => [admin, office, desk, viewer])
    .map((user) => user.userId),
)
const demoCampusNames = new Set<string>(demoCampuses.map(({ name }) => name))

/** Lists the users who can sign in. */
async function listDemoUsers(db: Kysely<Schema>): Promise<string[]> {
  const users = await listUsersOf(db, null)
  return users
    .filter(({ userId, disabled }) => demoUserIds.has(userId) && !disabled)
    .map(({ userId }) => userId)
}

/** Disables the users with history entries and returns their number. Other set-ups wait until this transaction ends. */
export async function disableDemoUsers(
  trx: Transaction<Schema>,
  passwords: Passwords,
  now: Date,
): Promise<number> {
  await lockSchoolSetup(trx)
  const userIds = await listDemoUsers(trx)
  if (userIds.length === 0) return 0
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64'))
  for (const userId of userIds) {
    await changePassword(trx, userId, { passwordHash, mustChange: false }, now)
    await withdrawRequestsOf(await changeDisabled(trx, userId, true, now), userId)
  }
  return userIds.length
}

const remedy = 'disable them with "npm run portal -- demo end"'

/** Returns true if demo users can sign in. Throws WrongSetting on a network without DEMO=1, or with a real campus. */
export async function requireDemoAllowed(
  db: Kysely<Schema>,
  { host, servesDemo }: Pick<Config, 'host' | 'servesDemo'>,
): Promise<boolean> {
  const userIds = await listDemoUsers(db)
  if (userIds.length === 0) return false
  const realCampus = (await listCampusNames(db)).find((campus) => !demoCampusNames.has(campus))
  if (realCampus !== undefined) {
    throw new WrongSetting(
      `The demo's users, whose password is public, are beside the campus "${realCampus}" in this database: ${remedy}`,
    )
  }
  if (servesDemo) return true
  throw new WrongSetting(
    `HOST ${host} can be reached from other machines, and this database has the demo's users, whose password is ` +
      `public: set DEMO=1 to serve them nevertheless, or ${remedy}`,
  )
}
