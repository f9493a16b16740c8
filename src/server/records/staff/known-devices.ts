import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from '#server/database/schema.ts'

/** The number of days that a device stays known without a sign-in. */
export const deviceDays = 400
/** The number of attempts of a device on which a link was opened, as after a new password. */
const triesAfterLink = 5
/** The number of known devices of one user: the last used ones. */
const mostDevices = 20
const touchEveryHours = 24

export interface DeviceState {
  /** This user has signed in with it, or opened a link. */
  readonly isKnownDevice: boolean
  /** Any user has. */
  readonly isKnownBrowser: boolean
  /** The tries left for a password until it is first entered right after it was set; null after that. */
  readonly triesLeft: number | null
}

/** The hash is null if the browser sent no token. */
export interface DeviceOfUser {
  readonly userId: string
  readonly deviceHash: Buffer | null
  readonly now: Date
}

/** Has one row. */
export const deviceState = ({ userId, deviceHash, now }: DeviceOfUser): RawBuilder<DeviceState> => sql`
  select max(tries_left) filter (where user_id = ${userId}) as "triesLeft", count(*) > 0 as "isKnownBrowser",
    coalesce(bool_or(user_id = ${userId} and used_at > ${new Date(now.getTime() - deviceDays * 86_400_000)}
      and tries_left is distinct from 0), false) as "isKnownDevice"
  from known_devices where device_hash = ${deviceHash}`

const unknownDevice: DeviceState = { isKnownDevice: false, isKnownBrowser: false, triesLeft: null }

/** An attempt asks again, under the lock of its allowance. */
export async function findDeviceState(db: Kysely<Schema>, device: DeviceOfUser): Promise<DeviceState> {
  if (device.deviceHash === null) return unknownDevice
  const { rows } = await deviceState(device).execute(db)
  return rows[0] ?? unknownDevice
}

/** A user who gave the right password on a device, or chose it there by an admin's link. */
export interface DeviceUse {
  readonly userId: string
  /** The session, or the chosen password's hash: if it has ended, the device does not become known. */
  readonly proof: { readonly sessionHash: Buffer } | { readonly passwordHash: string }
  readonly deviceHash: Buffer
  readonly now: Date
}

/** Makes a device known for a user, and keeps it known; of more than twenty the one that was not used longest is forgotten. */
export async function rememberDevice(db: Kysely<Schema>, use: DeviceUse): Promise<void> {
  const { userId, proof, deviceHash, now } = use
  const known = await db
    .selectFrom('known_devices')
    .select(['used_at', 'tries_left'])
    .where('device_hash', '=', deviceHash)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (known?.tries_left === null && now.getTime() - known.used_at.getTime() < touchEveryHours * 3_600_000)
    return
  await db.transaction().execute(async (trx) => {
    // A new password waits for this lock and then limits the tries of this device too, or has ended the session before.
    const { campus } = await trx
      .selectFrom('staff')
      .select('campus')
      .where('user_id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const isSignedIn = 'sessionHash' in proof
    const isProven = isSignedIn
      ? sql`exists (select from sessions where token_hash = ${proof.sessionHash} and user_id = ${userId})`
      : sql`password_hash = ${proof.passwordHash} and not disabled`
    await sql`
      insert into known_devices (campus, user_id, device_hash, used_at, tries_left)
      select campus, user_id, ${deviceHash}::bytea, ${now}::timestamptz, ${isSignedIn ? null : triesAfterLink}::integer
      from staff where user_id = ${userId} and ${isProven}
      on conflict (campus, user_id, device_hash)
        do update set used_at = excluded.used_at, tries_left = excluded.tries_left`.execute(trx)
    await sql`
      delete from known_devices where campus = ${campus} and user_id = ${userId} and device_hash in (
        select device_hash from known_devices where campus = ${campus} and user_id = ${userId}
        order by device_hash = ${deviceHash} desc, used_at desc offset ${mostDevices})`.execute(trx)
  })
}
