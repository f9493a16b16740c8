import type { Scope } from './scope.ts'

/** What a call with this key was answered before: nothing yet, the same call's answer, or another call's. */
export type Remembered =
  | { readonly kind: 'first time' }
  | { readonly kind: 'again'; readonly answer: unknown }
  | { readonly kind: 'other call' }

export const answerRecords = ({ trx, campus, now }: Scope) => ({
  /** Claims the key; a second call with it waits here until the first has ended. */
  async claim(key: string, payloadHash: Buffer): Promise<Remembered> {
    const claimed = await trx
      .insertInto('answers')
      .values({ campus, idempotency_key: key, payload_hash: payloadHash, answer: null, answered_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('idempotency_key')
      .executeTakeFirst()
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
  },

  async keep(key: string, answer: unknown): Promise<void> {
    await trx
      .updateTable('answers')
      .set({ answer: JSON.stringify(answer) })
      .where('campus', '=', campus)
      .where('idempotency_key', '=', key)
      .execute()
  },
})
