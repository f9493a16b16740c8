// Reports from a standby: who asks is known at the primary, and the books read are never older than what anybody has been told.

import { Refused } from '#domain/outcome.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Standby } from '#server/database/standby.ts'
import type { Kysely } from 'kysely'
import { enterStandby, keepAlive, knock, type Entry } from './door.ts'
import { inRecords, insideOf, reading, type Inside } from './records.ts'

/**
 * Runs `work`, which only reads, inside the session's campus on the standby, and on the primary where the standby
 * cannot be asked or fails; `isAnswering` tells that a part of the answer has left, which is then not begun anew.
 */
export async function inStandbyRecords<T>(
  { standby, primary }: { readonly standby: Standby; readonly primary: Kysely<Schema> },
  entry: Entry,
  work: (inside: Inside) => Promise<T>,
  isAnswering: () => boolean,
): Promise<T> {
  if (standby.isReady()) {
    const knocked = await knock(primary, entry)
    if (!knocked) throw new Refused({ code: 'signed-out' })
    const { staff, position, isStale } = knocked
    if (isStale) await keepAlive(primary, entry.tokenHash, entry.now)
    const read = (db: Kysely<Schema>) =>
      reading(db).execute(async (trx) => {
        await enterStandby(trx, staff)
        return work(insideOf(trx, staff, entry))
      })
    const asked = await standby.ask(position, read, isAnswering)
    if (asked.done) return asked.answer
  }
  standby.passBy()
  return inRecords(primary, entry, work)
}
