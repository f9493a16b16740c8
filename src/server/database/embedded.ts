import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

const authenticatedAndReady = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const terminate = 0x58

/** Bytes of the protocol, or the request for a clean session. */
type WireMessage = Uint8Array<ArrayBuffer> | 'reset'

/** A stream that the driver uses as a socket to the embedded database. */
class WireStream extends Duplex {
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

  // The driver calls these methods of a socket; they do nothing here.
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

export interface Embedded {
  /** Returns a stream that the driver uses as a socket. */
  connect: () => Duplex
  /** Returns the number of flushes of files to the disk since the start. */
  syncCount: () => number
  close: () => Promise<void>
}

interface Reply {
  connection: number
  reply: WireMessage | 'closed'
}

interface Settings {
  /** The folder of the database, which is created if it is missing. */
  dir: string
  /** True if a commit waits for the disk; false only for databases that may be lost. */
  durable: boolean
  onError: (error: unknown) => void
  /** Set by tests of faults, which put a failing disk between the usual thread and the files. */
  worker?: URL | undefined
}

// A plain script next to this file, also in the built server, because a thread cannot be started from TypeScript.
const usualWorker = pathToFileURL(join(import.meta.dirname, 'pglite-worker.mjs'))

/** Starts the embedded database in its own thread; after a crash the next connection starts it again. */
export async function startEmbedded({
  dir,
  durable,
  onError,
  worker: script = usualWorker,
}: Settings): Promise<Embedded> {
  const syncs = new Int32Array(new SharedArrayBuffer(4))
  const streams = new Map<number, WireStream>()
  let worker: Promise<Worker> | undefined
  let connections = 0
  let closing = false

  function stopped(error: Error) {
    worker = undefined
    for (const stream of streams.values()) stream.destroy(error)
    if (!closing) onError(error)
  }

  async function start() {
    const started = await startWorker(script, { dir, durable, syncs }, stopped)
    started.on('message', ({ connection, reply }: Reply) => {
      if (reply !== 'closed') streams.get(connection)?.receive(reply)
    })
    return started
  }

  async function send(connection: number, message: WireMessage) {
    try {
      worker ??= start()
      const { buffer } = message === 'reset' ? {} : message
      ;(await worker).postMessage({ connection, message }, buffer ? [buffer] : [])
    } catch (error) {
      worker = undefined
      streams.get(connection)?.destroy(asError(error))
    }
  }

  async function close() {
    closing = true
    await stopWorker(await worker?.catch(() => undefined))
  }

  worker = start()
  await worker
  if (durable && syncs[0] === 0) {
    await close()
    throw new Error('The embedded database does not reach the disk')
  }

  return {
    connect() {
      const connection = ++connections
      const stream = new WireStream(
        (message) => void send(connection, message),
        () => streams.delete(connection),
      )
      streams.set(connection, stream)
      return stream
    },
    syncCount: () => syncs[0] ?? 0,
    close,
  }
}

/** Resolves once the database accepts connections; calls `stopped` if the thread ends after that. */
function startWorker(
  script: URL,
  workerData: { dir: string; durable: boolean; syncs: Int32Array },
  stopped: (error: Error) => void,
) {
  return new Promise<Worker>((resolve, reject) => {
    const worker = new Worker(script, { workerData, execArgv: [] })
    let ready = false
    let reason = new Error('The embedded database has stopped')
    worker.once('message', () => {
      ready = true
      resolve(worker)
    })
    worker.on('error', (error) => {
      reason = asError(error)
    })
    worker.once('exit', () => {
      if (ready) stopped(reason)
      else reject(reason)
    })
  })
}

async function stopWorker(worker: Worker | undefined) {
  if (!worker) return
  // The files are closed when the thread replies; the thread ends some time later.
  const closed = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve())
    worker.on('message', ({ reply }: Reply) => {
      if (reply === 'closed') resolve()
    })
  })
  worker.postMessage({ connection: 0, message: 'close' })
  await closed
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
