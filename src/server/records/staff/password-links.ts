// Links for a new password: only an admin's calls create them; they are used before sign-in, on the owner's connection.

import { sql, type Kysely, type Transaction } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import type { Scope, Staff } from '#server/records/scope.ts'

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
