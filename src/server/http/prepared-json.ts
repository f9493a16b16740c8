/** JSON text that the database made in the shape of the contract; it is sent as it is. */
export class PreparedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** `{ msg, [name]: value }` around a value that is JSON text already: an object, or a list. */
export const preparedItem = (msg: string, name: string, value: string): PreparedJson =>
  new PreparedJson(`{"msg":${JSON.stringify(msg)},${JSON.stringify(name)}:${value}}`)
