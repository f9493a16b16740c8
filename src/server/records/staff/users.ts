import { sql } from 'kysely'
import type { Right } from '#domain/rights.ts'
import type { Role } from '#domain/roles.ts'
import type { Scope } from '#server/records/scope.ts'

export interface UserRights {
  readonly userId: string
  readonly role: Role
  readonly disabled: boolean
  /** Null for all rights of the role. */
  readonly rights: readonly Right[] | null
}

export interface User extends UserRights {
  readonly name: string
  readonly secondFactor: boolean
  /** The last use of a session; null if there is none. */
  readonly seenAt: Date | null
}

/** Lists the staff, including disabled users. The database lets only an admin's calls write staff. */
export async function listStaff({ trx, campus }: Scope): Promise<User[]> {
  const { rows } = await sql<User>`
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

/** `mustChange` is true if another person set the password. */
interface GivenPassword {
  readonly mustChange: boolean
}

/** Inserts a user. Returns false if the user id is taken, at this campus or another campus. */
export async function insertUser(
  { trx, campus }: Scope,
  { userId, name, role }: Omit<User, 'disabled' | 'secondFactor' | 'seenAt' | 'rights'>,
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

export async function updateRole({ trx, campus }: Scope, userId: string, role: Role): Promise<void> {
  await trx
    .updateTable('staff')
    .set({ role })
    .where('campus', '=', campus)
    .where('user_id', '=', userId)
    .execute()
}

/** Sets a user's rights; null for all rights of the role. */
export async function updateRights(
  { trx, campus }: Scope,
  userId: string,
  rights: readonly Right[] | null,
): Promise<void> {
  await trx
    .updateTable('staff')
    .set({ rights: rights && JSON.stringify(rights) })
    .where('campus', '=', campus)
    .where('user_id', '=', userId)
    .execute()
}

/** Disables or enables a user. Call it before `endSessionsOf`: a parallel sign-in sees the change or is ended. */
export async function updateDisabled(
  { trx, campus }: Scope,
  userId: string,
  disabled: boolean,
): Promise<void> {
  await trx
    .updateTable('staff')
    .set({ disabled })
    .where('campus', '=', campus)
    .where('user_id', '=', userId)
    .execute()
}

/** Sets a password. Call it before `endSessionsOf`, as for `updateDisabled`. */
export async function updatePassword(
  { trx, campus }: Scope,
  userId: string,
  hash: string,
  { mustChange }: GivenPassword,
): Promise<void> {
  await trx
    .updateTable('staff')
    .set({ password_hash: hash, must_change: mustChange })
    .where('campus', '=', campus)
    .where('user_id', '=', userId)
    .execute()
}

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
