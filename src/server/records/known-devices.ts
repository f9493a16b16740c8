import type { Schema } from '#server/database/schema.ts'
import { sql, type Kysely } from 'kysely'

/** How long a device stays known without a sign-in. */
export const deviceDays = 400
/** How many devices of one user are known: the last used ones. */
const mostDevices = 20
const touchEveryHours = 24

/** A user who gave the right password on a device. */
export interface DeviceUse {
  readonly userId: string
  /** The user's session on it; where it has ended meanwhile, the device does not become known. */
  readonly sessionHash: Buffer
  readonly deviceHash: Buffer
  readonly now: Date
}

/** Makes a device known for a user, and keeps it known; of more than twenty the one that was not used longest is forgotten. */
export async function rememberDevice(db: Kysely<Schema>, use: DeviceUse): Promise<void> {
  const { userId, sessionHash, deviceHash, now } = use
  const known = await db
    .selectFrom('known_devices')
    .select('used_at')
    .where('device_hash', '=', deviceHash)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (known && now.getTime() - known.used_at.getTime() < touchEveryHours * 3_600_000) return
  await db.transaction().execute(async (trx) => {
    // A new password waits for this lock and then forgets this device too, or is waited for and has ended the session.
    const { campus } = await trx
      .selectFrom('staff')
      .select('campus')
      .where('user_id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await sql`
      insert into known_devices (campus, user_id, device_hash, used_at)
      select campus, user_id, ${deviceHash}::bytea, ${now}::timestamptz from sessions
      where token_hash = ${sessionHash} and user_id = ${userId}
      on conflict (campus, user_id, device_hash) do update set used_at = excluded.used_at`.execute(trx)
    await sql`
      delete from known_devices where campus = ${campus} and user_id = ${userId} and device_hash in (
        select device_hash from known_devices where campus = ${campus} and user_id = ${userId}
        order by device_hash = ${deviceHash} desc, used_at desc offset ${mostDevices})`.execute(trx)
  })
}
