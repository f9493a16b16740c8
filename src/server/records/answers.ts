import { statement } from '#server/database/statement.ts'
import type { Scope } from './scope.ts'

/** What a call with this key was answered before: nothing yet, the same call's answer, or another call's. */
export type Remembered =
  | { readonly kind: 'first time' }
  | { readonly kind: 'again'; readonly answer: unknown }
  | { readonly kind: 'other call' }

const claiming = statement(`
  insert into answers (campus, idempotency_key, payload_hash, answered_at) values ($1, $2, $3, $4)
  on conflict do nothing returning idempotency_key`)
const keeping = statement('update answers set answer = $3 where campus = $1 and idempotency_key = $2')

export const answerRecords = ({ trx, campus, now }: Scope) => ({
  /** Claims the key; a second call with it waits here until the first has ended. */
  async claim(key: string, payloadHash: Buffer): Promise<Remembered> {
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
  },

  async keep(key: string, answer: unknown): Promise<void> {
    await keeping(trx, [campus, key, JSON.stringify(answer)])
  },
})
