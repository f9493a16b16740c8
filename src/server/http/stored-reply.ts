import type { Refusal } from '#domain/outcome.ts'

/** JSON in the shape of the contract, made by the database or stored for a key, which is sent unchanged. */
export class PreparedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Returns `{ msg, [name]: value }` around JSON text. */
export const preparedItem = (msg: string, name: string, value: string): PreparedJson =>
  new PreparedJson(`{"msg":${JSON.stringify(msg)},${JSON.stringify(name)}:${value}}`)

export const textOf = (reply: unknown): string =>
  reply instanceof PreparedJson ? reply.text : JSON.stringify(reply)

/** A refusal that is returned, not thrown, so the call's writes are kept. The same Idempotency-Key is refused again. */
export class KeptRefusal {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    this.refusal = refusal
  }

  /** Returns the form that is stored for a repetition of the call. */
  toJSON(): { readonly keptRefusal: Refusal } {
    return { keptRefusal: this.refusal }
  }
}

/** Reads a stored answer: a reply with the bytes that were sent, or a refusal that was stored instead. */
export function storedAnswer(text: string): PreparedJson | KeptRefusal {
  const answer: unknown = JSON.parse(text)
  return typeof answer === 'object' && answer !== null && 'keptRefusal' in answer
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `toJSON` above; no reply has that field
      new KeptRefusal(answer.keptRefusal as Refusal)
    : new PreparedJson(text)
}
