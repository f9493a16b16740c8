import { Socket } from 'node:net'
import { Client } from 'pg'

export interface QueryConnection {
  /** Milliseconds from sending a statement to the last byte of its result, which is not decoded. */
  readonly time: (statement: string) => Promise<number>
  readonly close: () => void
}

const [readyForQuery, errorResponse] = ['Z', 'E'].map((letter) => letter.charCodeAt(0))

/** Reads the headers of the messages, as every client must, to find the end of a result. */
class ResultReader {
  #header = Buffer.alloc(0)
  #toSkip = 0
  error = false

  take(piece: Buffer): boolean {
    let offset = Math.min(this.#toSkip, piece.length)
    this.#toSkip -= offset
    while (offset < piece.length) {
      const header = Buffer.concat([this.#header, piece.subarray(offset, offset + 5 - this.#header.length)])
      offset += header.length - this.#header.length
      this.#header = header
      if (header.length < 5) return false
      this.#header = Buffer.alloc(0)
      if (header[0] === errorResponse) this.error = true
      if (header[0] === readyForQuery) return true
      this.#toSkip = header.readInt32BE(1) - 4
      const skipped = Math.min(this.#toSkip, piece.length - offset)
      offset += skipped
      this.#toSkip -= skipped
    }
    return false
  }
}

function message(statement: string): Buffer {
  const text = Buffer.from(`${statement}\0`)
  const header = Buffer.alloc(5, 'Q')
  header.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([header, text])
}

function time(socket: Socket, statement: string): Promise<number> {
  const reader = new ResultReader()
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('PostgreSQL closed the connection'))
    const onData = (chunk: Buffer) => {
      if (!reader.take(chunk)) return
      const ms = performance.now() - start
      socket.off('data', onData).off('close', onClose)
      if (reader.error) reject(new Error(`PostgreSQL refused: ${statement}`))
      else resolve(ms)
    }
    socket.on('data', onData).on('close', onClose)
    socket.write(message(statement))
  })
}

/** Signs in with the driver, then uses its socket directly: decoding 60,000 rows would distort the reference. */
export async function openQueryConnection(url: string): Promise<QueryConnection> {
  const socket = new Socket()
  const client = new Client({ connectionString: url, stream: () => socket })
  // `time` reports a lost connection; without a listener the driver's event would end the process.
  client.on('error', () => {})
  await client.connect()
  socket.removeAllListeners('data')
  socket.setNoDelay(true)
  return { time: (statement) => time(socket, statement), close: () => socket.destroy() }
}
