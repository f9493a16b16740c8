// Users of all campuses, for the operator, on the owner's connection. Each change writes history in the same transaction.

import { sql, type Kysely, type Transaction } from 'kysely'
import type { Role } from '#domain/roles.ts'
import type { Schema } from '#server/database/schema.ts'
import { writeHistory, type Change } from '#server/records/history.ts'
import { operatorScope, type Scope } from '#server/records/scope.ts'
import { lockFactors } from './pending-sign-ins.ts'

export interface OperatorUser {
  readonly userId: string
  readonly name: string
  readonly role: Role
  readonly campus: string
  readonly disabled: boolean
}

/** Finds the name and user id of a user of any campus. */
export async function findUserName(
  db: Kysely<Schema>,
  userId: string,
): Promise<Pick<OperatorUser, 'userId' | 'name'> | null> {
  const row = await db
    .selectFrom('staff')
    .select(['user_id as userId', 'name'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** True if a user has this id, at any campus. */
export async function userExists(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const row = await db.selectFrom('staff').select('user_id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

export async function hasActiveUser(db: Kysely<Schema>): Promise<boolean> {
  const row = await db
    .selectFrom('staff')
    .select('user_id')
    .where('disabled', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the users of a campus, or of all campuses for null, ordered by campus and user id. */
export async function listUsersOf(db: Kysely<Schema>, campus: string | null): Promise<OperatorUser[]> {
  return db
    .selectFrom('staff')
    .select(['user_id as userId', 'name', 'role', 'campus', 'disabled'])
    .$if(campus !== null, (query) => query.where('campus', '=', campus))
    .orderBy('campus')
    .orderBy('user_id')
    .execute()
}

export interface OperatorPassword {
  readonly passwordHash: string
  /** True if the user must change it at the first sign-in. */
  readonly mustChange: boolean
}

interface NewUser extends Omit<OperatorUser, 'disabled'>, OperatorPassword {}

/** Adds a user. Returns false and writes nothing if the user id is taken. */
export async function addUser(
  trx: Transaction<Schema>,
  { userId, name, role, campus, passwordHash, mustChange }: NewUser,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('staff')
    .values({ campus, user_id: userId, name, role, password_hash: passwordHash, must_change: mustChange })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false
  await addHistory(trx, campus, now, { what: 'user added', after: { userId, role, disabled: false } })
  return true
}

/** Changes a password, ends the user's sessions and forgets the failed sign-ins. Throws for an unknown user. */
export async function changePassword(
  trx: Transaction<Schema>,
  userId: string,
  { passwordHash, mustChange }: OperatorPassword,
  now: Date,
): Promise<void> {
  const { campus, role, disabled } = await lockUser(trx, userId)
  await trx
    .updateTable('staff')
    .set({ password_hash: passwordHash, must_change: mustChange })
    .where('user_id', '=', userId)
    .execute()
  await endSessions(trx, { userId })
  await trx.deleteFrom('sign_in_tries').where('user_id', '=', userId).execute()
  const state = { role, disabled }
  await addHistory(trx, campus, now, { what: 'password reset', before: state, after: { userId, ...state } })
}

/** Disables or enables a user and ends the sessions. Returns a scope of the campus. Throws for an unknown user. */
export async function changeDisabled(
  trx: Transaction<Schema>,
  userId: string,
  disabled: boolean,
  now: Date,
): Promise<Scope> {
  const before = await lockUser(trx, userId)
  await trx.updateTable('staff').set({ disabled }).where('user_id', '=', userId).execute()
  await endSessions(trx, { userId })
  const { campus, role } = before
  const scope = operatorScope(trx, campus, now)
  if (before.disabled === disabled) return scope
  await writeHistory(scope, {
    what: disabled ? 'user disabled' : 'user enabled',
    before: { role, disabled: before.disabled },
    after: { userId, role, disabled },
  })
  return scope
}

/** Deletes a user's factors and ends the sessions. Returns false if there was no factor. Throws for an unknown user. */
export async function resetFactor(trx: Transaction<Schema>, userId: string, now: Date): Promise<boolean> {
  // Locks in the order of a sign-in, which locks the user last.
  await lockFactors(trx, userId)
  const { campus, role, disabled } = await lockUser(trx, userId)
  const { rows } = await sql<{ had: boolean }>`select delete_factors(${campus}, ${userId}) as had`.execute(
    trx,
  )
  if (!rows[0]?.had) return false
  await endSessions(trx, { userId })
  const state = { role, disabled }
  await addHistory(trx, campus, now, {
    what: 'second factor reset',
    before: state,
    after: { userId, ...state },
  })
  return true
}

/** Ends the sessions of a campus, of a user, or all sessions. Returns the number of ended sessions. */
export async function endSessions(
  db: Kysely<Schema>,
  { campus, userId }: { readonly campus?: string | undefined; readonly userId?: string | undefined },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .$if(campus !== undefined, (query) => query.where('campus', '=', campus ?? ''))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const lockUser = (trx: Transaction<Schema>, userId: string) =>
  trx
    .selectFrom('staff')
    .select(['campus', 'role', 'disabled'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

const addHistory = (trx: Transaction<Schema>, campus: string, now: Date, change: Change): Promise<number> =>
  writeHistory(operatorScope(trx, campus, now), change)
