import type { Schema } from '#server/database/schema.ts'
import { sql, type Kysely, type Transaction } from 'kysely'

/** Failed tries of the last quarter of an hour: of this user from this address, of this user, from this address. */
export interface Tries {
  readonly here: Counted
  readonly user: Counted
  readonly address: Counted
}

export interface Counted {
  readonly count: number
  readonly last: Date | null
}

/** Who tries from where, and since when failures count. */
export interface Try {
  readonly userId: string
  readonly address: string
  readonly since: Date
  readonly now: Date
}

interface TriesRow {
  here: number
  user: number
  address: number
  hereLast: Date | null
  userLast: Date | null
  addressLast: Date | null
}

const noTries: TriesRow = { here: 0, user: 0, address: 0, hereLast: null, userLast: null, addressLast: null }

async function count(
  trx: Transaction<Schema>,
  { userId, address, since }: Pick<Try, 'userId' | 'address' | 'since'>,
): Promise<Tries> {
  const { rows } = await sql<TriesRow>`
    select count(*) filter (where user_id = ${userId} and address = ${address})::int as here,
      count(*) filter (where user_id = ${userId})::int as "user",
      count(*) filter (where address = ${address})::int as address,
      max(tried_at) filter (where user_id = ${userId} and address = ${address}) as "hereLast",
      max(tried_at) filter (where user_id = ${userId}) as "userLast",
      max(tried_at) filter (where address = ${address}) as "addressLast"
    from sign_in_tries
    where tried_at > ${since} and (user_id = ${userId} or address = ${address})`.execute(trx)
  const row = rows[0] ?? noTries
  return {
    here: { count: row.here, last: row.hereLast },
    user: { count: row.user, last: row.userLast },
    address: { count: row.address, last: row.addressLast },
  }
}

const turn = (of: string) => sql`pg_advisory_xact_lock(hashtextextended(${of}, 1))`

/** One line of the book at a time for a user and for an address; the user's first, so that no two wait for each other. */
async function waitForTurn(trx: Transaction<Schema>, { userId, address }: Try): Promise<void> {
  await sql`select ${turn(`try of ${userId}`)}, ${turn(`try from ${address}`)}`.execute(trx)
}

/** The book of sign-in tries; kept in the database so that it holds across servers and restarts. */
export const tryRecords = (db: Kysely<Schema>) => ({
  /**
   * Writes a try down before its password is looked at, unless the tries so far say to wait; answers how many seconds.
   * Counting and writing are one step, so that many tries at once are no way around.
   */
  async begin(begun: Try, secondsToWait: (tries: Tries, now: Date) => number): Promise<number> {
    return db.transaction().execute(async (trx) => {
      await waitForTurn(trx, begun)
      const { userId, address, now } = begun
      const wait = secondsToWait(await count(trx, begun), now)
      if (wait > 0) return wait
      await trx.insertInto('sign_in_tries').values({ user_id: userId, address, tried_at: now }).execute()
      return 0
    })
  },

  async forget(userId: string, address: string): Promise<void> {
    await db
      .deleteFrom('sign_in_tries')
      .where('user_id', '=', userId)
      .where('address', '=', address)
      .execute()
  },
})

export type TryRecords = ReturnType<typeof tryRecords>
