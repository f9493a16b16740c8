import { Duplex } from 'node:stream'

const authenticatedAndReady = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const terminate = 0x58

/** A message to the embedded database: bytes of the protocol, or the request for a clean session. */
export type WireMessage = Uint8Array<ArrayBuffer> | 'reset'

/** The driver's socket to the embedded database. */
export class WireStream extends Duplex {
  readonly #send: (message: WireMessage) => void
  readonly #closed: () => void
  #started = false

  constructor(send: (message: WireMessage) => void, closed: () => void) {
    super()
    this.#send = send
    this.#closed = closed
  }

  receive(reply: WireMessage) {
    if (this.destroyed || this.readableEnded) return
    this.push(
      reply === 'reset'
        ? authenticatedAndReady
        : Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength),
    )
  }

  connect() {
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  // The driver calls these on a socket; there is nothing to do.
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }

  override _read() {
    // `receive` pushes each reply when it arrives.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#pass(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.#pass(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    this.#closed()
    done(error)
  }

  #pass(bytes: Buffer) {
    if (!this.#started) {
      this.#started = true
      this.#send('reset')
    } else if (bytes[0] === terminate) {
      this.push(null)
    } else {
      this.#send(new Uint8Array(bytes))
    }
  }
}
