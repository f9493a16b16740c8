import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { WireStream, type WireMessage } from './wire-stream.ts'

export interface Embedded {
  /** Opens a stream to the database that the driver uses as a socket. */
  connect: () => Duplex
  /** The number of flushes of files to the disk since the start. */
  syncCount: () => number
  close: () => Promise<void>
}

interface Reply {
  connection: number
  reply: WireMessage | 'closed'
}

interface Settings {
  /** The database's own folder; created when missing. */
  dir: string
  /** True if a commit waits for the disk; false only for databases that may be lost. */
  durable: boolean
  onError: (error: unknown) => void
  /** The script of the thread: a test of faults puts a failing disk between the usual one and the files. */
  worker?: URL | undefined
}

// A plain script beside this file, also in the built server: a thread cannot be started from TypeScript.
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

/** Resolves once the database accepts connections; calls `stopped` when the thread ends after that. */
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
  // The files are closed at its reply; the thread ends some time later.
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
