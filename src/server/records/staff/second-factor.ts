// Database functions (migration 19) return the caller's own factors, and the campus's factors to an admin: calls may
// not touch the tables.

import { sql } from 'kysely'
import type { Passkey } from '#contract/second-factor.ts'
import { hasFactor } from '#domain/second-factor.ts'
import type { Scope } from '#server/records/scope.ts'

/** SQL: true if the user of session `s` has a second factor, or the rules `u` of the campus do not require a factor. */
export const factorColumn = `case when u.admin_factor then
  exists (select from totp_secrets f where f.campus = s.campus and f.user_id = s.user_id)
  or exists (select from passkeys f where f.campus = s.campus and f.user_id = s.user_id)
  else true end as "hasFactor"`

interface OwnPasskey extends Passkey {
  readonly transports: string[]
}

export interface OwnFactors {
  /** Null if there is no app. */
  readonly appSetUpAt: Date | null
  readonly passkeys: readonly OwnPasskey[]
  readonly codesLeft: number
}

interface StoredFactors {
  readonly setUpAt: string | null
  readonly codesLeft: number
  readonly passkeys: readonly (Omit<OwnPasskey, 'createdAt' | 'usedAt'> & {
    readonly createdAt: string
    readonly usedAt: string | null
  })[]
}

const optionalInstant = (text: string | null): Date | null => (text === null ? null : new Date(text))

export async function findOwnFactors({ trx }: Scope): Promise<OwnFactors> {
  const { rows } = await sql<{ own: StoredFactors }>`select own_second_factor() as own`.execute(trx)
  const factors = rows[0]?.own ?? { setUpAt: null, passkeys: [], codesLeft: 0 }
  return {
    appSetUpAt: optionalInstant(factors.setUpAt),
    passkeys: factors.passkeys.map((passkey) => ({
      ...passkey,
      createdAt: new Date(passkey.createdAt),
      usedAt: optionalInstant(passkey.usedAt),
    })),
    codesLeft: factors.codesLeft,
  }
}

/** Locks the caller's factors against other changes and uses, and returns them. */
export async function lockOwnFactors(scope: Scope): Promise<OwnFactors> {
  await sql`select lock_factors(${scope.userId})`.execute(scope.trx)
  return findOwnFactors(scope)
}

/** Sets up an authenticator app, replacing an earlier app; `step` is the time step of the code that confirmed it. */
export async function saveOwnApp({ trx, now }: Scope, secret: string, step: number): Promise<void> {
  await sql`select save_own_totp(${secret}, ${step}, ${now}::timestamptz)`.execute(trx)
}

export async function saveOwnRecoveryCodes({ trx, now }: Scope, hashes: readonly Buffer[]): Promise<void> {
  await sql`select save_own_recovery_codes(${hashes}::bytea[], ${now}::timestamptz)`.execute(trx)
}

/** Saves the challenge that a new passkey has to sign. */
export async function saveOwnChallenge({ trx }: Scope, challenge: string, expiresAt: Date): Promise<void> {
  await sql`select save_own_challenge(${challenge}, ${expiresAt}::timestamptz)`.execute(trx)
}

/** Deletes and returns the challenge; null if there is none, or it has expired. */
export async function takeOwnChallenge({ trx, now }: Scope): Promise<string | null> {
  const { rows } = await sql<{ challenge: string | null }>`
    select take_own_challenge(${now}::timestamptz) as challenge`.execute(trx)
  return rows[0]?.challenge ?? null
}

export interface NewPasskeyRow extends Pick<
  OwnPasskey,
  'credentialId' | 'name' | 'transports' | 'relyingParty'
> {
  readonly publicKey: Buffer
  readonly counter: number
}

/** Adds a passkey. Returns false if it exists already. */
export async function addOwnPasskey({ trx, now }: Scope, passkey: NewPasskeyRow): Promise<boolean> {
  const { credentialId, publicKey, counter, transports, name, relyingParty } = passkey
  const { rows } = await sql<{ added: boolean }>`
    select add_own_passkey(${credentialId}, ${publicKey}, ${counter}, ${JSON.stringify(transports)}::jsonb, ${name},
      ${relyingParty}, ${now}::timestamptz) as added`.execute(trx)
  return rows[0]?.added ?? false
}

/** Removes a passkey. Returns its name; null for an unknown passkey. */
export async function removeOwnPasskey({ trx }: Scope, credentialId: string): Promise<string | null> {
  const { rows } = await sql<{
    name: string | null
  }>`select remove_own_passkey(${credentialId}) as name`.execute(trx)
  return rows[0]?.name ?? null
}

/** Deletes the caller's factors. Returns false if there was no factor. */
export async function deleteOwnFactors({ trx }: Scope): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`select delete_own_factors() as had`.execute(trx)
  return rows[0]?.had ?? false
}

/** Deletes a user's factors; only an admin's call may. Returns false if there was no factor. */
export async function resetFactorsOf({ trx }: Scope, userId: string): Promise<boolean> {
  await sql`select lock_factors(${userId})`.execute(trx)
  const { rows } = await sql<{ had: boolean }>`select reset_factors(${userId}) as had`.execute(trx)
  return rows[0]?.had ?? false
}

export const hasOwnFactor = ({ appSetUpAt, passkeys }: Omit<OwnFactors, 'codesLeft'>): boolean =>
  hasFactor({ hasApp: appSetUpAt !== null, passkeys: passkeys.length })
