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
