import type { Refusal } from '#domain/outcome.ts'

/** JSON text in the shape of the contract, made by the database or stored for a key; it is sent as it is. */
export class PreparedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** `{ msg, [name]: value }` around a value that is JSON text already: an object, or a list. */
export const preparedItem = (msg: string, name: string, value: string): PreparedJson =>
  new PreparedJson(`{"msg":${JSON.stringify(msg)},${JSON.stringify(name)}:${value}}`)

/** A reply as the text that is sent. */
export const textOf = (reply: unknown): string =>
  reply instanceof PreparedJson ? reply.text : JSON.stringify(reply)

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
