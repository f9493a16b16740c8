// What PostgreSQL itself takes: a statement over the bare line, to the last byte of its result, of which nothing is read.

import { Socket } from 'node:net'
import { Client } from 'pg'

export interface BareResult {
  readonly ms: number
  /** Milliseconds to the first byte of the result. */
  readonly firstByte: number
  readonly bytes: number
}

export interface BareConnection {
  readonly ask: (statement: string) => Promise<BareResult>
  readonly close: () => void
}

const [readyForQuery, failed] = ['Z', 'E'].map((letter) => letter.charCodeAt(0))

/** Finds, message by message, where a result ends. */
class ResultReader {
  #header = Buffer.alloc(0)
  #toSkip = 0
  error = false

  take(piece: Buffer): boolean {
    let at = Math.min(this.#toSkip, piece.length)
    this.#toSkip -= at
    while (at < piece.length) {
      const header = Buffer.concat([this.#header, piece.subarray(at, at + 5 - this.#header.length)])
      at += header.length - this.#header.length
      this.#header = header
      if (header.length < 5) return false
      this.#header = Buffer.alloc(0)
      if (header[0] === failed) this.error = true
      if (header[0] === readyForQuery) return true
      this.#toSkip = header.readInt32BE(1) - 4
      const skipped = Math.min(this.#toSkip, piece.length - at)
      at += skipped
      this.#toSkip -= skipped
    }
    return false
  }
}

function query(statement: string): Buffer {
  const text = Buffer.from(`${statement}\0`)
  const head = Buffer.alloc(5, 'Q')
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}

/** Signs in with the driver, then takes its line over. */
export async function openBare(url: string): Promise<BareConnection> {
  const socket = new Socket()
  const client = new Client({ connectionString: url, stream: () => socket })
  // Its line is ours from here on: what happens to it we are told below.
  client.on('error', () => {})
  await client.connect()
  socket.removeAllListeners('data')
  socket.setNoDelay(true)
  const ask = async (statement: string): Promise<BareResult> => {
    const reader = new ResultReader()
    const begun = performance.now()
    let [firstByte, bytes] = [0, 0]
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        socket.off('data', take)
        socket.off('close', lost)
        settle()
      }
      const take = (piece: Buffer) => {
        firstByte ||= performance.now() - begun
        bytes += piece.length
        if (reader.take(piece)) end(resolve)
      }
      const lost = () => end(() => reject(new Error('PostgreSQL hung up')))
      socket.on('data', take)
      socket.on('close', lost)
      socket.write(query(statement))
    })
    const ms = performance.now() - begun
    if (reader.error) throw new Error(`PostgreSQL refused: ${statement}`)
    return { ms, firstByte, bytes }
  }
  return { ask, close: () => socket.destroy() }
}
