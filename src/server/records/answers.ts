import { statement } from '#server/database/fast/statements.ts'
import type { Scope } from './scope.ts'

/** Nothing yet, the answer of the same call, or that of another call. */
export type LockedKey =
  | { readonly kind: 'first time' }
  | { readonly kind: 'again'; readonly answer: string }
  | { readonly kind: 'other call' }

// Runs in a function, so that it sees an answer that another call stored while this one waited for the key.
const looking = statement<{ readonly payloadHash: Buffer; readonly answer: string }>(
  'select payload_hash as "payloadHash", answer from answer_to_key($1, $2)',
)
const storing = statement(
  'insert into answers (campus, idempotency_key, payload_hash, answered_at, answer) values ($1, $2, $3, $4, $5)',
)

/** Locks until the end of the transaction; another call with the key waits here. */
export async function lockIdempotencyKey(
  { trx, campus }: Scope,
  key: string,
  payloadHash: Buffer,
): Promise<LockedKey> {
  const [before] = await looking(trx, [campus, key])
  if (!before) return { kind: 'first time' }
  return before.payloadHash.equals(payloadHash)
    ? { kind: 'again', answer: before.answer }
    : { kind: 'other call' }
}

/** JSON text, of the call that locked the key. */
export async function saveAnswer(
  { trx, campus, now }: Scope,
  key: string,
  payloadHash: Buffer,
  answer: string,
): Promise<void> {
  await storing(trx, [campus, key, payloadHash, now, answer])
}
