import { sql, type Kysely, type Transaction, type Updateable } from 'kysely'
import type { UserReply } from '#contract/users.ts'
import type { Right } from '#domain/rights.ts'
import type { Role } from '#domain/roles.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Scope, Staff } from '#server/records/scope.ts'

type UserRights = Pick<UserReply, 'userId' | 'role' | 'disabled' | 'rights'>

/** Lists the staff, including disabled users. The database lets only an admin's calls write staff. */
export async function listStaff({ trx, campus }: Scope): Promise<UserReply[]> {
  const { rows } = await sql<UserReply>`
    select user_id as "userId", name, role, disabled, rights,
      user_id in (select users_with_factor()) as "secondFactor", (select max(seen_at) from sessions s
        where s.campus = t.campus and s.user_id = t.user_id) as "seenAt"
    from staff t where campus = ${campus} order by user_id`.execute(trx)
  return rows
}

/** Lists the rights of all users; any call may read them. */
export async function listUserRights({ trx, campus }: Scope): Promise<UserRights[]> {
  const { rows } = await sql<UserRights>`
    select user_id as "userId", role, disabled, rights from staff where campus = ${campus}`.execute(trx)
  return rows
}

/** Inserts a user. Returns false if the user id is taken, at this campus or another campus. */
export async function insertUser(
  { trx, campus }: Scope,
  { userId, name, role }: Pick<UserReply, 'userId' | 'name' | 'role'>,
  hash: string,
): Promise<boolean> {
  const row = await trx
    .insertInto('staff')
    .values({ campus, user_id: userId, name, role, password_hash: hash, must_change: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

async function updateUser(
  { trx, campus }: Scope,
  userId: string,
  values: Updateable<Schema['staff']>,
): Promise<void> {
  await trx
    .updateTable('staff')
    .set(values)
    .where('campus', '=', campus)
    .where('user_id', '=', userId)
    .execute()
}

export const updateRole = (scope: Scope, userId: string, role: Role): Promise<void> =>
  updateUser(scope, userId, { role })

/** Sets a user's rights; null for all rights of the role. */
export const updateRights = (scope: Scope, userId: string, rights: readonly Right[] | null): Promise<void> =>
  updateUser(scope, userId, { rights: rights && JSON.stringify(rights) })

/** Disables or enables a user. Call it before `endSessionsOf`: a parallel sign-in sees the change or is ended. */
export const updateDisabled = (scope: Scope, userId: string, disabled: boolean): Promise<void> =>
  updateUser(scope, userId, { disabled })

/**
 * Sets a password; `mustChange` is true if another person set it. Call it before `endSessionsOf`, as for
 * `updateDisabled`.
 */
export const updatePassword = (
  scope: Scope,
  userId: string,
  hash: string,
  { mustChange }: { readonly mustChange: boolean },
): Promise<void> => updateUser(scope, userId, { password_hash: hash, must_change: mustChange })

export async function endSessionsOf({ trx, campus }: Scope, userId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('campus', '=', campus).where('user_id', '=', userId).execute()
}

/** Finds the caller's password hash; null if the caller was disabled meanwhile. */
export async function findOwnPasswordHash({ trx }: Scope): Promise<string | null> {
  const { rows } = await sql<{ hash: string | null }>`select own_password_hash() as hash`.execute(trx)
  return rows[0]?.hash ?? null
}

/** Changes the caller's hash and ends the other sessions. Returns false if the hash is no longer `currentHash`. */
export async function changeOwnPasswordHash(
  { trx, sessionHash }: Scope,
  currentHash: string,
  hash: string,
): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select change_own_password(${currentHash}, ${hash}, ${sessionHash}) as changed`.execute(trx)
  return rows[0]?.changed ?? false
}

// Links for a new password: only an admin's calls create them; they are used before sign-in, on the owner's connection.

/** Saves a link for a user, replacing an earlier link. */
export async function saveLink(
  { trx, campus, userId: madeBy, now }: Scope,
  userId: string,
  tokenHash: Buffer,
  until: Date,
): Promise<void> {
  const link = { token_hash: tokenHash, made_by: madeBy, made_at: now, ends_at: until }
  await trx
    .insertInto('password_links')
    .values({ campus, user_id: userId, ...link })
    .onConflict((conflict) => conflict.columns(['campus', 'user_id']).doUpdateSet(link))
    .execute()
}

export interface LinkOwner extends Staff {
  readonly madeBy: string
  readonly passwordHash: string
}

/** Finds the user of a link; null if the link is not valid or the user is disabled. */
export async function findLinkOwner(
  db: Kysely<Schema>,
  tokenHash: Buffer,
  now: Date,
): Promise<LinkOwner | null> {
  const { rows } = await sql<LinkOwner>`
    select t.campus, t.user_id as "userId", t.name, t.role, l.made_by as "madeBy",
      t.password_hash as "passwordHash"
    from password_links l join staff t on t.campus = l.campus and t.user_id = l.user_id
    where l.token_hash = ${tokenHash} and l.ends_at > ${now} and not t.disabled`.execute(db)
  return rows[0] ?? null
}

/** Uses up a user's link; of two concurrent calls, only one gets true. */
export async function useUpLink(
  trx: Transaction<Schema>,
  { campus, userId }: Staff,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  // Locks the user first: a change of the user also locks the user before it deletes the link.
  await sql`select from staff where campus = ${campus} and user_id = ${userId} for no key update`.execute(trx)
  const { numDeletedRows } = await trx
    .deleteFrom('password_links')
    .where('campus', '=', campus)
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
