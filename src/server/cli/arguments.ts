import type { Schema } from '#server/database/schema.ts'
import type { Kysely } from 'kysely'
import { CannotDo } from './problems.ts'
import { nameFrom } from './words.ts'

/** As sign-in looks it up: lower case, like an email address. */
export function userIdFrom(text: string): string {
  const userId = nameFrom('The user id', text).toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(userId)) {
    throw new CannotDo(`A user id looks like an email address, not "${userId}"`)
  }
  return userId
}

export async function requireCampus(db: Kysely<Schema>, text: string): Promise<string> {
  const name = text.trim()
  const campuses = (await db.selectFrom('campuses').select('campus').orderBy('campus').execute()).map(
    ({ campus }) => campus,
  )
  if (campuses.includes(name)) return name
  const known = campuses.length > 0 ? `there are ${campuses.join(', ')}` : 'there is none yet'
  throw new CannotDo(`There is no campus "${name}"; ${known}`)
}

export const findUser = (db: Kysely<Schema>, userId: string) =>
  db.selectFrom('staff').select(['campus', 'user_id']).where('user_id', '=', userId).executeTakeFirst()

/** The id of a user as it was written. */
export async function requireUser(db: Kysely<Schema>, text: string): Promise<string> {
  const userId = userIdFrom(text)
  if (!(await findUser(db, userId))) throw new CannotDo(`There is no user "${userId}"`)
  return userId
}
