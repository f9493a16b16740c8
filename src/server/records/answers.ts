import { statement } from '#server/database/fast/statements.ts'
import type { Scope } from './scope.ts'

/** The use of an idempotency key: none yet, by the same call, or by another call. */
export type LockedKey =
  | { readonly kind: 'first time' }
  | { readonly kind: 'again'; readonly answer: string }
  | { readonly kind: 'other call' }

// A database function, so that it sees an answer that another call stored while this call waited for the key.
const selectAnswer = statement<{ readonly payloadHash: Buffer; readonly answer: string }>(
  'select payload_hash as "payloadHash", answer from answer_to_key($1, $2)',
)
const insertAnswer = statement(
  'insert into answers (campus, idempotency_key, payload_hash, answered_at, answer) values ($1, $2, $3, $4, $5)',
)

/** Locks a key until the end of the transaction; another call with the key waits. */
export async function lockIdempotencyKey(
  { trx, campus }: Scope,
  key: string,
  payloadHash: Buffer,
): Promise<LockedKey> {
  const [stored] = await selectAnswer(trx, [campus, key])
  if (!stored) return { kind: 'first time' }
  return stored.payloadHash.equals(payloadHash)
    ? { kind: 'again', answer: stored.answer }
    : { kind: 'other call' }
}

/** Saves the JSON text of an answer, for the call that locked the key. */
export async function saveAnswer(
  { trx, campus, now }: Scope,
  key: string,
  payloadHash: Buffer,
  answer: string,
): Promise<void> {
  await insertAnswer(trx, [campus, key, payloadHash, now, answer])
}
