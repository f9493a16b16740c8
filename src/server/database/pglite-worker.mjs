// The thread of the embedded database: reads and writes the wire protocol; every commit waits for the disk.

import { existsSync, fsyncSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** @type {{ dir: string, durable: boolean, syncs: Int32Array }} */
const { dir, durable, syncs } = workerData
if (!parentPort) throw new Error('This file is a worker thread')
const port = parentPort

/** @param {number} fd */
function sync(fd) {
  fsyncSync(fd)
  Atomics.add(syncs, 0, 1)
}

// PGlite's file system has no fsync: without this class, a power cut loses receipts that were confirmed to the clerk.
class SyncedFS extends NodeFS {
  /** @override @type {NodeFS['init']} */
  async init(pglite, options) {
    const result = await super.init(pglite, options)
    result.emscriptenOpts.preRun?.push((module) => {
      /** @type {any} PGlite's type hides NODEFS and FS; this relies on the pinned version, and a test checks it. */
      const nodeFs = module.NODEFS
      nodeFs.stream_ops.fsync = (/** @type {{ nfd: number, node: { mode: number } }} */ stream) => {
        // Windows cannot sync a folder and does not need to.
        if (!(nodeFs.isWindows && module.FS.isDir(stream.node.mode))) {
          nodeFs.tryFSOperation(() => sync(stream.nfd))
        }
        return 0
      }
    })
    return result
  }
}

// With less memory, a report of a year is sorted in files, and all its texts are made before the first one is returned.
// ANALYZE blocks the only session: with 30 instead of 100 it reads 9,000 rows of a table, in a third of the time.
const settings = [
  ['shared_buffers', '32MB'],
  ['work_mem', '16MB'],
  ['default_statistics_target', '30'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`])
// In the WASM build fdatasync does nothing, so the log must be synced by fsync.
const durably = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

/** @param {string} folder */
const open = (folder) =>
  durable
    ? PGlite.create({ fs: new SyncedFS(folder), startParams: [...durably, ...settings] })
    : PGlite.create({ fs: new NodeFS(folder), startParams: [...PGlite.defaultStartParams, ...settings] })

/** @param {string} path */
async function syncPath(path) {
  const file = await openFile(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncs sixteen files at a time: one after the other, a thousand files take seconds. @param {string} folder */
async function syncTree(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  const next = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await syncPath(path)
  }
  await Promise.all(Array.from({ length: 16 }, next))
}

// A first start that is interrupted must not leave a folder that the next start uses as a database.
async function create() {
  const unfinished = `${dir}.new`
  rmSync(unfinished, { recursive: true, force: true })
  try {
    await (await open(unfinished)).close()
    const onWindows = process.platform === 'win32'
    if (durable && !onWindows) await syncTree(unfinished)
    renameSync(unfinished, dir)
    if (durable && !onWindows) await syncPath(dirname(dir))
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true })
    throw unusable('no database can be created in it', cause)
  }
}

/** Makes an Error, because the engine often throws other values. @param {string} reason @param {unknown} cause */
const unusable = (reason, cause) =>
  new Error(`DATA_DIR: the folder ${dirname(dir)} cannot be used: ${reason} (its disk may be full)`, {
    cause,
  })

function requireOwnVersion() {
  const madeBy = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  if (madeBy !== '18') throw new Error(`${dir} was made by PostgreSQL ${madeBy}, this version reads 18`)
}

if (!existsSync(dir)) await create()
requireOwnVersion()
// If a power cut leaves this file empty, the engine would refuse every later start. DATA_DIR has its own lock instead.
rmSync(join(dir, 'postmaster.pid'), { force: true })
const database = await open(dir).catch((cause) => {
  throw unusable('its database cannot be opened', cause)
})

// "File exists": a full disk left an incomplete file, which the engine can create only after a restart.
const fileExists = 'C58P02\0'
const errorResponse = 0x45

/** True if an error of the reply has this code; a row may contain the same letters. @param {Buffer} reply @param {string} code */
function hasFailedWith(reply, code) {
  if (!reply.includes(code)) return false
  for (let start = 0; start < reply.length; start += 1 + reply.readInt32BE(start + 1)) {
    const end = start + 1 + reply.readInt32BE(start + 1)
    if (reply[start] === errorResponse && reply.subarray(start, end).includes(code)) return true
  }
  return false
}

/** @param {Uint8Array} message */
async function run(message) {
  /** @type {Uint8Array[]} */
  const parts = []
  // Without a stream, PGlite keeps a parsed copy of every row for ever; the stream only passes on the bytes.
  const onRawData = (/** @type {Uint8Array} */ bytes) => parts.push(bytes.slice())
  await database.execProtocolRawStream(message, { syncToFs: false, onRawData }).catch((reason) => {
    // When the engine crashes, it throws a value that is not an Error and would not reach the other thread as an Error.
    throw new Error(`The embedded database has crashed (${reason})`)
  })
  const reply = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let end = 0
  for (const part of parts) {
    reply.set(part, end)
    end += part.length
  }
  // PGlite hides a crash of the engine; the only sign is the missing ReadyForQuery. The thread then ends, and the
  // next connection starts another thread, which recovers the committed data.
  if (reply.at(-6) !== 0x5a) throw new Error('The embedded database has crashed')
  if (hasFailedWith(Buffer.from(reply.buffer), fileExists)) {
    throw new Error(
      'The embedded database has stopped to be restarted: a file was left half made by a full disk',
    )
  }
  return reply
}

/** @param {string} text */
function simpleQuery(text) {
  const message = Buffer.alloc(text.length + 6)
  message.write('Q')
  message.writeInt32BE(text.length + 5, 1)
  message.write(text, 5)
  return message
}
const endOfBatch = Buffer.from([0x53, 0, 0, 0, 4])

// All connections share one session: a new connection must not see the transaction, role or statements of the last one.
async function reset() {
  await run(endOfBatch)
  await run(simpleQuery('rollback'))
  await run(simpleQuery('discard all'))
}

/** @param {{ connection: number, message: Uint8Array | 'reset' | 'close' }} call */
async function answer({ connection, message }) {
  if (message === 'close') {
    await database.close()
    port.postMessage({ connection, reply: 'closed' })
    port.close()
  } else if (message === 'reset') {
    await reset()
    port.postMessage({ connection, reply: 'reset' })
  } else {
    const reply = await run(message)
    port.postMessage({ connection, reply }, [reply.buffer])
  }
}

let queue = Promise.resolve()
port.on('message', (call) => {
  // Deliberately not caught: an error here ends the thread.
  queue = queue.then(() => answer(call))
})
port.postMessage({ ready: true })
