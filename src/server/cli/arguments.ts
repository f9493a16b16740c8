// Checks of command-line arguments, which throw CommandError with the reason.

import type { Kysely } from 'kysely'
import { roles, type Role } from '#domain/roles.ts'
import { latestVersion, readVersion } from '#server/database/migrate.ts'
import type { Schema } from '#server/database/schema.ts'
import { listCampusNames } from '#server/records/campus/school.ts'
import { userExists } from '#server/records/staff/operator-users.ts'
import { CommandError } from './terminal.ts'

const maxLength = 120

/** Returns a trimmed name, one line of 1 to 120 characters (decisions 2.values). Error messages begin with `label`. */
export function parseName(label: string, text = ''): string {
  const name = text.trim()
  if (name === '') throw new CommandError(`${label} is empty`)
  if (name.length > maxLength) throw new CommandError(`${label} has more than ${maxLength} characters`)
  if (/\p{Cc}/u.test(name)) throw new CommandError(`${label} has control characters`)
  return name
}

/** Returns a user id in lower case, as sign-in looks it up. */
export function parseUserId(text = ''): string {
  const userId = parseName('The user id', text).toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(userId)) {
    throw new CommandError(`A user id looks like an email address, not "${userId}"`)
  }
  return userId
}

export function parseRole(text = ''): Role {
  const role = roles.find((each) => each === text)
  if (!role) throw new CommandError(`There is no role "${text}"; the roles are ${roles.join(', ')}`)
  return role
}

export async function requireCampus(db: Kysely<Schema>, text = ''): Promise<string> {
  const name = text.trim()
  const campuses = await listCampusNames(db)
  if (campuses.includes(name)) return name
  const existing = campuses.length > 0 ? `the campuses are ${campuses.join(', ')}` : 'there is none yet'
  throw new CommandError(`There is no campus "${name}"; ${existing}`)
}

export async function requireUser(db: Kysely<Schema>, text = ''): Promise<string> {
  const userId = parseUserId(text)
  if (!(await userExists(db, userId))) throw new CommandError(`There is no user "${userId}"`)
  return userId
}

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
