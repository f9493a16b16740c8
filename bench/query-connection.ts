import { Socket } from 'node:net'
import { Client } from 'pg'

export interface QueryConnection {
  /** Milliseconds from sending a statement to the last byte of its result, which is not decoded. */
  readonly time: (statement: string) => Promise<number>
  readonly close: () => void
}

// Text results hold no zero byte, so this can only be the message ReadyForQuery (I = outside of a transaction).
const readyForQuery = 'Z\0\0\0\x05I'
const failed = `\0\0${readyForQuery}` // An error's fields end with an empty one.

function message(statement: string): Buffer {
  const text = Buffer.from(`${statement}\0`)
  const header = Buffer.alloc(5, 'Q')
  header.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([header, text])
}

function time(socket: Socket, statement: string): Promise<number> {
  let tail = ''
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('PostgreSQL closed the connection'))
    const onData = (chunk: Buffer) => {
      tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - failed.length))).slice(
        -failed.length,
      )
      if (!tail.endsWith(readyForQuery)) return
      const ms = performance.now() - start
      socket.off('data', onData).off('close', onClose)
      if (tail.endsWith(failed)) reject(new Error(`PostgreSQL refused: ${statement}`))
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
  // A lost connection is reported by `time`; without a listener the driver's event would end the process.
  client.on('error', () => {})
  await client.connect()
  socket.removeAllListeners('data')
  socket.setNoDelay(true)
  return { time: (statement) => time(socket, statement), close: () => socket.destroy() }
}
