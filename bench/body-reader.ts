const lineEnd = '\r\n'

/** Finds the end of an HTTP body, by its length or piece by piece, and tells each part of what it carries. */
export class BodyReader {
  readonly #tell: (part: Buffer) => void
  readonly #chunked: boolean
  /** Bytes still to come of the body or of the piece at hand. */
  #left: number
  #line = ''
  #reading: 'size' | 'piece' | 'after piece' | 'end' = 'size'

  constructor(head: string, tell: (part: Buffer) => void) {
    this.#tell = tell
    this.#chunked = /\r\ntransfer-encoding: *chunked/i.test(head)
    this.#left = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#chunked) this.#left = 0
  }

  /** Takes what has come; true once the body is whole. */
  take(bytes: Buffer): boolean {
    if (!this.#chunked) {
      this.#carry(bytes)
      return this.#left <= 0
    }
    let rest = bytes
    while (rest.length > 0) {
      if (this.#reading === 'piece') rest = this.#takePiece(rest)
      else {
        const end = rest.indexOf('\n')
        this.#line += rest.toString('latin1', 0, end < 0 ? rest.length : end + 1)
        if (end < 0) return false
        rest = rest.subarray(end + 1)
        if (this.#takeLine()) return true
      }
    }
    return false
  }

  #carry(bytes: Buffer): void {
    this.#left -= bytes.length
    if (bytes.length > 0) this.#tell(bytes)
  }

  #takePiece(bytes: Buffer): Buffer {
    const rest = bytes.subarray(this.#left)
    this.#carry(bytes.subarray(0, this.#left))
    if (this.#left === 0) this.#reading = 'after piece'
    return rest
  }

  /** True at the line that ends the body. */
  #takeLine(): boolean {
    const line = this.#line
    this.#line = ''
    if (this.#reading === 'after piece') {
      this.#reading = 'size'
      return false
    }
    if (this.#reading === 'end') return line === lineEnd
    this.#left = Number.parseInt(line, 16)
    this.#reading = this.#left === 0 ? 'end' : 'piece'
    return false
  }
}
