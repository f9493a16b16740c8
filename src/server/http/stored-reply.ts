import type { Refusal } from '#domain/outcome.ts'

/** JSON in the shape of the contract, made by the database or stored for a key; it is sent as it is. */
export class PreparedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** `{ msg, [name]: value }` around JSON text. */
export const preparedItem = (msg: string, name: string, value: string): PreparedJson =>
  new PreparedJson(`{"msg":${JSON.stringify(msg)},${JSON.stringify(name)}:${value}}`)

export const textOf = (reply: unknown): string =>
  reply instanceof PreparedJson ? reply.text : JSON.stringify(reply)

/** A refusal that is returned, not thrown: the writes of the call are kept. The same Idempotency-Key is refused again. */
export class KeptRefusal {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    this.refusal = refusal
  }

  /** Stored for the same call again. */
  toJSON(): { readonly keptRefusal: Refusal } {
    return { keptRefusal: this.refusal }
  }
}

/** A reply with the bytes that were sent, or the refusal that was stored in place of one. */
export function storedAnswer(text: string): PreparedJson | KeptRefusal {
  const answer: unknown = JSON.parse(text)
  return typeof answer === 'object' && answer !== null && 'keptRefusal' in answer
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `toJSON` above; no reply has that field
      new KeptRefusal(answer.keptRefusal as Refusal)
    : new PreparedJson(text)
}
