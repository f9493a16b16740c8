import { operator } from '#domain/roles.ts'
import type { Schema } from '#server/database/schema.ts'
import { writeHistory, type ChangeKind } from '#server/records/history.ts'
import { mintScope } from '#server/records/scope.ts'
import type { Selectable, Transaction } from 'kysely'
import type { CommandCall } from './command.ts'
import { requireUser } from './known.ts'

type Standing = Pick<Selectable<Schema['staff']>, 'role' | 'disabled'>

interface Told {
  readonly what: ChangeKind
  readonly userId: string
  /** Nothing for one who was added. */
  readonly before?: Standing
  readonly after: Standing
}

/** Writes into the history of the campus what was done to a user; returns the number of the line. */
export const tellOfUser = (
  trx: Transaction<Schema>,
  campus: string,
  now: Date,
  { userId, after, ...change }: Told,
): Promise<number> =>
  writeHistory(mintScope(trx, { campus, userId: operator, name: operator, role: 'admin' }, now), {
    ...change,
    after: { userId, ...after },
  })

interface Wanted {
  readonly what: ChangeKind
  readonly set: { readonly disabled: boolean } | { readonly disabled?: never; readonly password_hash: string }
}

/**
 * Changes the user whose id was written, ends the sessions and tells the history; who was disabled or enabled already is
 * not told of again. A new password forgets the failed tries.
 */
export async function changeUser({ db, clock, words }: CommandCall, { what, set }: Wanted): Promise<string> {
  const userId = await requireUser(db, words[0] ?? '')
  await db.transaction().execute(async (trx) => {
    const { campus, role, disabled } = await trx
      .selectFrom('staff')
      .select(['campus', 'role', 'disabled'])
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await trx.updateTable('staff').set(set).where('user_id', '=', userId).execute()
    await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
    if ('password_hash' in set) await trx.deleteFrom('sign_in_tries').where('user_id', '=', userId).execute()
    if (set.disabled === disabled) return
    const before = { role, disabled }
    await tellOfUser(trx, campus, clock(), {
      what,
      userId,
      before,
      after: { ...before, disabled: set.disabled ?? disabled },
    })
  })
  return userId
}
