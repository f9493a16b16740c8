/** An answer that the database made as JSON text in the contract's shape; it is passed through as it is. */
export class PreparedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** `{ msg, [name]: list }` around a list that is JSON text already. */
export const preparedList = (msg: string, name: string, list: string): PreparedJson =>
  new PreparedJson(`{"msg":${JSON.stringify(msg)},${JSON.stringify(name)}:${list}}`)
