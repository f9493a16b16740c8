// Sign-ins that lack a second factor: before a session exists, on the owner's connection.

import { sql, type Kysely, type Transaction } from 'kysely'
import type { Role } from '#domain/roles.ts'
import { mostFactorAttempts, type Factors } from '#domain/second-factor.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Staff } from '#server/records/scope.ts'

export interface StoredPasskey {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  /** The domain of the passkey. */
  readonly relyingParty: string
}

export interface StoredFactors {
  readonly app: { readonly secret: string; readonly lastStep: number } | null
  readonly passkeys: readonly StoredPasskey[]
  readonly codesLeft: number
}

type FactorsOwner = Pick<Staff, 'campus' | 'userId'>

/** The facts that decide if a sign-in needs a second factor. */
interface FactorNeed extends Factors {
  /** True if the campus requires a second factor of its admins. */
  readonly adminFactor: boolean
}

/** Uses one statement, because every sign-in calls it. */
export async function findFactorNeed(
  db: Kysely<Schema>,
  { campus, userId }: FactorsOwner,
): Promise<FactorNeed> {
  const { rows } = await sql<FactorNeed>`
    select exists (select from totp_secrets where campus = ${campus} and user_id = ${userId}) as "hasApp",
      (select count(*)::int from passkeys where campus = ${campus} and user_id = ${userId}) as passkeys,
      coalesce((select admin_factor from campus_rules where campus = ${campus}), false) as "adminFactor"`.execute(
    db,
  )
  const [need] = rows
  if (!need) throw new Error('A select without a table returns one row')
  return need
}

export async function findFactorsOf(
  db: Kysely<Schema>,
  { campus, userId }: FactorsOwner,
): Promise<StoredFactors> {
  const [app, passkeys, codes] = await Promise.all([
    db
      .selectFrom('totp_secrets')
      .select(['secret', 'last_step as lastStep'])
      .where('campus', '=', campus)
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    sql<StoredPasskey>`
      select credential_id as "credentialId", public_key as "publicKey", counter, transports,
        relying_party as "relyingParty"
      from passkeys where campus = ${campus} and user_id = ${userId} order by created_at, credential_id`.execute(
      db,
    ),
    sql<{ left: number }>`
      select count(*)::int as left from recovery_codes
      where campus = ${campus} and user_id = ${userId} and used_at is null`.execute(db),
  ])
  return { app: app ?? null, passkeys: passkeys.rows, codesLeft: codes.rows[0]?.left ?? 0 }
}

/** A sign-in with the right password. */
export interface PendingSignIn {
  readonly campus: string
  readonly userId: string
  readonly role: Role
  readonly passwordHash: string
  /** The challenge for a passkey to sign. */
  readonly challenge: string
}

export interface NewPendingSignIn extends Omit<PendingSignIn, 'role'> {
  readonly tokenHash: Buffer
  readonly expiresAt: Date
}

/** Stores a sign-in until its second factor is entered. */
export async function startPendingSignIn(
  db: Kysely<Schema>,
  { campus, userId, passwordHash, challenge, tokenHash, expiresAt }: NewPendingSignIn,
): Promise<void> {
  await db
    .insertInto('pending_sign_ins')
    .values({
      campus,
      user_id: userId,
      password_hash: passwordHash,
      challenge,
      token_hash: tokenHash,
      expires_at: expiresAt,
    })
    .execute()
}

const columns = [
  's.campus',
  's.user_id as userId',
  's.password_hash as passwordHash',
  's.challenge',
  't.role',
] as const

/** Finds a pending sign-in; null if it is unknown, has expired, or was tried too often. */
export async function findPendingSignIn(
  db: Kysely<Schema>,
  tokenHash: Buffer,
  now: Date,
): Promise<PendingSignIn | null> {
  const row = await db
    .selectFrom('pending_sign_ins as s')
    .innerJoin('staff as t', (join) =>
      join.onRef('t.campus', '=', 's.campus').onRef('t.user_id', '=', 's.user_id'),
    )
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('attempts', '<', mostFactorAttempts)
    .executeTakeFirst()
  return row ?? null
}

/** Counts an attempt before its check, so that parallel attempts cannot pass the limit. Returns the attempts left. */
export async function countFactorAttempt(db: Kysely<Schema>, tokenHash: Buffer): Promise<number | null> {
  const row = await db
    .updateTable('pending_sign_ins')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('token_hash', '=', tokenHash)
    .where('attempts', '<', mostFactorAttempts)
    .returning('attempts')
    .executeTakeFirst()
  return row ? mostFactorAttempts - row.attempts : null
}

/** Ends a pending sign-in. Returns false if it has ended already, for example if a concurrent call completed it. */
export async function endPendingSignIn(db: Kysely<Schema>, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks a user's factors against other uses and changes until the end of the transaction. */
export async function lockFactors(trx: Transaction<Schema>, userId: string): Promise<void> {
  await sql`select lock_factors(${userId})`.execute(trx)
}

/** Marks the code of this time step and all earlier codes as used. */
export async function useAppCode(
  trx: Transaction<Schema>,
  { campus, userId }: FactorsOwner,
  step: number,
): Promise<void> {
  await trx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('campus', '=', campus)
    .where('user_id', '=', userId)
    .execute()
}

/** Uses a recovery code. Returns false if there is no such code, or it was used before. */
export async function useRecoveryCode(
  trx: Transaction<Schema>,
  { campus, userId }: FactorsOwner,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('campus', '=', campus)
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function usePasskey(
  trx: Transaction<Schema>,
  { campus, userId }: FactorsOwner,
  { credentialId, counter }: Pick<StoredPasskey, 'credentialId' | 'counter'>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('passkeys')
    .set({ counter, used_at: now })
    .where('campus', '=', campus)
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .execute()
}
