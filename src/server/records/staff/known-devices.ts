import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from '#server/database/schema.ts'

/** The number of days that a device stays known without a sign-in. */
export const deviceDays = 400
/** The number of attempts on a device on which a link was opened, the same as after a new password. */
const triesAfterLink = 5
const maxDevices = 20
const touchEveryHours = 24

export interface DeviceState {
  /** True if this user has signed in on the device, or opened a link on it. */
  readonly isKnownDevice: boolean
  /** True if any user has signed in on the device, or opened a link on it. */
  readonly isKnownBrowser: boolean
  /** The attempts left until a new password is first entered correctly; null after that. */
  readonly triesLeft: number | null
}

/** The hash is null if the browser sent no token. */
export interface DeviceOfUser {
  readonly userId: string
  readonly deviceHash: Buffer | null
  readonly now: Date
}

/** SQL: the state of a device for a user, as one row. */
export const deviceState = ({ userId, deviceHash, now }: DeviceOfUser): RawBuilder<DeviceState> => sql`
  select max(tries_left) filter (where user_id = ${userId}) as "triesLeft", count(*) > 0 as "isKnownBrowser",
    coalesce(bool_or(user_id = ${userId} and used_at > ${new Date(now.getTime() - deviceDays * 86_400_000)}
      and tries_left is distinct from 0), false) as "isKnownDevice"
  from known_devices where device_hash = ${deviceHash}`

const unknownDevice: DeviceState = { isKnownDevice: false, isKnownBrowser: false, triesLeft: null }

/** Finds the state of a device; an attempt reads it again under its lock. */
export async function findDeviceState(db: Kysely<Schema>, device: DeviceOfUser): Promise<DeviceState> {
  if (device.deviceHash === null) return unknownDevice
  const { rows } = await deviceState(device).execute(db)
  return rows[0] ?? unknownDevice
}

/** A user who entered the right password on a device, or chose a password there through an admin's link. */
export interface DeviceUse {
  readonly userId: string
  /** The session, or the hash of the chosen password; if it is no longer valid, the device does not become known. */
  readonly proof: { readonly sessionHash: Buffer } | { readonly passwordHash: string }
  readonly deviceHash: Buffer
  readonly now: Date
}

/** Makes or keeps a device known for a user; beyond the maximum, forgets the device that was not used for longest. */
export async function rememberDevice(db: Kysely<Schema>, use: DeviceUse): Promise<void> {
  const { userId, proof, deviceHash, now } = use
  const device = await db
    .selectFrom('known_devices')
    .select(['used_at', 'tries_left'])
    .where('device_hash', '=', deviceHash)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (device?.tries_left === null && now.getTime() - device.used_at.getTime() < touchEveryHours * 3_600_000)
    return
  await db.transaction().execute(async (trx) => {
    // A new password waits for this lock and then also limits this device's tries, or it has already ended the session.
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
        order by device_hash = ${deviceHash} desc, used_at desc offset ${maxDevices})`.execute(trx)
  })
}
