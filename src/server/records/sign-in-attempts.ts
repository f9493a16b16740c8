import type { Schema } from '#server/database/schema.ts'
import { sql, type Kysely, type Transaction } from 'kysely'

export interface AttemptCount {
  readonly count: number
  readonly last: Date | null
}

/** Failed attempts since a time: of this user from this address, of this user, from this address. */
export interface AttemptCounts {
  readonly userAtAddress: AttemptCount
  readonly user: AttemptCount
  readonly address: AttemptCount
}

/** Who tries to sign in from where, and since when failures count. */
export interface Attempt {
  readonly userId: string
  readonly address: string
  readonly since: Date
  readonly now: Date
}

interface CountsRow {
  both: number
  user: number
  address: number
  bothLast: Date | null
  userLast: Date | null
  addressLast: Date | null
}

const noAttempts: CountsRow = {
  both: 0,
  user: 0,
  address: 0,
  bothLast: null,
  userLast: null,
  addressLast: null,
}

async function countAttempts(
  trx: Transaction<Schema>,
  { userId, address, since }: Pick<Attempt, 'userId' | 'address' | 'since'>,
): Promise<AttemptCounts> {
  const { rows } = await sql<CountsRow>`
    select count(*) filter (where user_id = ${userId} and address = ${address})::int as both,
      count(*) filter (where user_id = ${userId})::int as "user",
      count(*) filter (where address = ${address})::int as address,
      max(tried_at) filter (where user_id = ${userId} and address = ${address}) as "bothLast",
      max(tried_at) filter (where user_id = ${userId}) as "userLast",
      max(tried_at) filter (where address = ${address}) as "addressLast"
    from sign_in_tries
    where tried_at > ${since} and (user_id = ${userId} or address = ${address})`.execute(trx)
  const row = rows[0] ?? noAttempts
  return {
    userAtAddress: { count: row.both, last: row.bothLast },
    user: { count: row.user, last: row.userLast },
    address: { count: row.address, last: row.addressLast },
  }
}

const lockFor = (key: string) => sql`pg_advisory_xact_lock(hashtextextended(${key}, 1))`

/** One attempt at a time for a user and for an address; the user's lock first, so that no two calls deadlock. */
async function lockUserAndAddress(trx: Transaction<Schema>, { userId, address }: Attempt): Promise<void> {
  await sql`select ${lockFor(`try of ${userId}`)}, ${lockFor(`try from ${address}`)}`.execute(trx)
}

/**
 * Records an attempt before its password is compared, unless the attempts so far require a wait; returns that wait in
 * seconds. Counting and recording are one transaction, so parallel attempts cannot bypass the limit.
 */
export async function recordAttempt(
  db: Kysely<Schema>,
  attempt: Attempt,
  secondsToWait: (counts: AttemptCounts, now: Date) => number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockUserAndAddress(trx, attempt)
    const { userId, address, now } = attempt
    const wait = secondsToWait(await countAttempts(trx, attempt), now)
    if (wait > 0) return wait
    await trx.insertInto('sign_in_tries').values({ user_id: userId, address, tried_at: now }).execute()
    return 0
  })
}

/** Deletes the recorded attempts of a user from an address, after the right password. */
export async function forgetAttempts(db: Kysely<Schema>, userId: string, address: string): Promise<void> {
  await db.deleteFrom('sign_in_tries').where('user_id', '=', userId).where('address', '=', address).execute()
}
