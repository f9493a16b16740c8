import { sql, type Kysely, type Transaction } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { deviceState, type DeviceOfUser, type DeviceState } from './known-devices.ts'

interface AttemptCount {
  readonly count: number
  readonly last: Date | null
}

/** Failures on a known device count for user and device; others for user and address, for user, and for address. */
export type AttemptCounts =
  | { readonly device: AttemptCount }
  | { readonly userAtAddress: AttemptCount; readonly user: AttemptCount; readonly address: AttemptCount }

/** An attempt to sign in; failures count from `since` on. */
export interface Attempt extends DeviceOfUser {
  /** The address as `countedAddress` writes it. */
  readonly address: string
  readonly since: Date
}

/** `wait` is in seconds. */
export interface RecordedAttempt extends DeviceState {
  readonly wait: number
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

/** Attempts dated later were made while a clock was ahead; the clocks of two servers differ by less than this. */
export const latestAttempt = (now: Date): Date => new Date(now.getTime() + 60_000)

async function countOfDevice(
  trx: Transaction<Schema>,
  { userId, deviceHash, since, now }: Attempt,
): Promise<AttemptCounts> {
  const { rows } = await sql<AttemptCount>`
    select count(*)::int as count, max(tried_at) as last from sign_in_tries
    where tried_at > ${since} and tried_at < ${latestAttempt(now)} and user_id = ${userId} and device_hash = ${deviceHash}`.execute(
    trx,
  )
  return { device: rows[0] ?? { count: 0, last: null } }
}

async function countOfUnknownDevices(
  trx: Transaction<Schema>,
  { userId, address, since, now }: Attempt,
): Promise<AttemptCounts> {
  const { rows } = await sql<CountsRow>`
    select count(*) filter (where user_id = ${userId} and address = ${address})::int as both,
      count(*) filter (where user_id = ${userId})::int as "user",
      count(*) filter (where address = ${address})::int as address,
      max(tried_at) filter (where user_id = ${userId} and address = ${address}) as "bothLast",
      max(tried_at) filter (where user_id = ${userId}) as "userLast",
      max(tried_at) filter (where address = ${address}) as "addressLast"
    from sign_in_tries
    where tried_at > ${since} and tried_at < ${latestAttempt(now)} and device_hash is null
      and (user_id = ${userId} or address = ${address})`.execute(trx)
  const row = rows[0] ?? noAttempts
  return {
    userAtAddress: { count: row.both, last: row.bothLast },
    user: { count: row.user, last: row.userLast },
    address: { count: row.address, last: row.addressLast },
  }
}

const lockFor = (key: string) => sql`pg_advisory_xact_lock(hashtextextended(${key}, 1))::text`

/**
 * Makes attempts that share a limit wait for each other. A user on a known device has a separate lock; otherwise the
 * user's lock comes before the lock of the address, so that no two calls deadlock.
 */
async function lockAllowance(trx: Transaction<Schema>, attempt: Attempt): Promise<DeviceState> {
  const { userId, address, deviceHash } = attempt
  const { rows } = await sql<DeviceState>`
    select "isKnownDevice", "isKnownBrowser", "triesLeft",
      case when "isKnownDevice" then ${lockFor(`try of ${userId} on ${deviceHash?.toString('hex') ?? ''}`)}
        else ${lockFor(`try of ${userId}`)} end as first,
      case when not "isKnownDevice" then ${lockFor(`try from ${address}`)} end as second
    from (${deviceState(attempt)}) device`.execute(trx)
  const { isKnownDevice = false, isKnownBrowser = false, triesLeft = null } = rows[0] ?? {}
  return { isKnownDevice, isKnownBrowser, triesLeft }
}

/** Uses up a try of a known device. Returns false if another attempt took the last try meanwhile. */
async function takeTry(trx: Transaction<Schema>, { userId, deviceHash }: Attempt): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('known_devices')
    .set((row) => ({ tries_left: row('tries_left', '-', 1) }))
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .where('tries_left', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records an attempt, unless it must wait, before the password is compared, so that parallel attempts are limited. */
export async function recordAttempt(
  db: Kysely<Schema>,
  attempt: Attempt,
  secondsToWait: (counts: AttemptCounts, now: Date) => number,
): Promise<RecordedAttempt> {
  return db.transaction().execute(async (trx) => {
    const state = await lockAllowance(trx, attempt)
    const count = state.isKnownDevice ? countOfDevice : countOfUnknownDevices
    const { userId, address, deviceHash, now } = attempt
    const wait = secondsToWait(await count(trx, attempt), now)
    if (wait > 0) return { ...state, wait }
    const mustTake = state.isKnownDevice && state.triesLeft !== null
    if (mustTake && !(await takeTry(trx, attempt))) return { ...state, wait: 1 }
    await trx
      .insertInto('sign_in_tries')
      .values({
        user_id: userId,
        address,
        device_hash: state.isKnownDevice ? deviceHash : null,
        tried_at: now,
      })
      .execute()
    return { ...state, wait: 0 }
  })
}

/** Deletes a user's attempts on a known device, or from an address on unknown devices, after the right password. */
export async function forgetAttempts(
  db: Kysely<Schema>,
  {
    userId,
    address,
    deviceHash,
    isKnownDevice,
  }: Pick<Attempt, 'userId' | 'address' | 'deviceHash'> & Pick<DeviceState, 'isKnownDevice'>,
): Promise<void> {
  await db
    .deleteFrom('sign_in_tries')
    .where('user_id', '=', userId)
    .$if(isKnownDevice, (query) => query.where('device_hash', '=', deviceHash))
    .$if(!isKnownDevice, (query) => query.where('address', '=', address).where('device_hash', 'is', null))
    .execute()
}
