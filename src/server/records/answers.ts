import { statement } from '#server/database/statement.ts'
import type { Scope } from './scope.ts'

/** What is stored for a key: nothing yet, the answer of the same call, or that of another call. */
export type ClaimedKey =
  | { readonly kind: 'first time' }
  | { readonly kind: 'again'; readonly answer: unknown }
  | { readonly kind: 'other call' }

const claiming = statement(`
  insert into answers (campus, idempotency_key, payload_hash, answered_at) values ($1, $2, $3, $4)
  on conflict do nothing returning idempotency_key`)
const keeping = statement('update answers set answer = $3 where campus = $1 and idempotency_key = $2')

/** Claims a key for a call; a second call with the key waits here until the first has ended. */
export async function claimIdempotencyKey(
  { trx, campus, now }: Scope,
  key: string,
  payloadHash: Buffer,
): Promise<ClaimedKey> {
  const [claimed] = await claiming(trx, [campus, key, payloadHash, now])
  if (claimed) return { kind: 'first time' }
  const before = await trx
    .selectFrom('answers')
    .select(['payload_hash', 'answer'])
    .where('campus', '=', campus)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
  return before.payload_hash.equals(payloadHash)
    ? { kind: 'again', answer: before.answer }
    : { kind: 'other call' }
}

/** Stores the answer of the call that claimed the key. */
export async function saveAnswer({ trx, campus }: Scope, key: string, answer: unknown): Promise<void> {
  await keeping(trx, [campus, key, JSON.stringify(answer)])
}
