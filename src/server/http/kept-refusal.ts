import type { Refusal } from '#domain/outcome.ts'
import { PreparedJson } from './prepared-json.ts'

/**
 * A refusal that a handler returns instead of throwing it: the writes of the call are kept, and then it is refused. The
 * same call under the same Idempotency-Key is refused again.
 */
export class KeptRefusal {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    this.refusal = refusal
  }

  /** As it is stored for the same call again. */
  toJSON(): { readonly keptRefusal: Refusal } {
    return { keptRefusal: this.refusal }
  }
}

/** An answer that was stored as text: the reply with the bytes that were sent, or the refusal that was stored in place of one. */
export function storedAnswer(text: string): PreparedJson | KeptRefusal {
  const answer: unknown = JSON.parse(text)
  return typeof answer === 'object' && answer !== null && 'keptRefusal' in answer
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `toJSON` above; no reply has that field
      new KeptRefusal(answer.keptRefusal as Refusal)
    : new PreparedJson(text)
}
