// The embedded database's thread on a recorded disk: each file operation is also logged in order. DISK_LOG is the log's
// path. If DISK_FULL_AT is set, the disk is full from that write on, while `<log>.full` exists.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { DISK_LOG: log = '', DISK_FULL_AT: fullAtText = '0' } = process.env
const fullAt = Number(fullAtText)
const fullFile = `${log}.full`
const real = { ...fs }
const out = real.openSync(log, 'a')
let writes = 0

/** Appends an entry: the lengths of its JSON and bytes, then both. @param {object} entry @param {Uint8Array} [bytes] */
function record(entry, bytes = new Uint8Array(0)) {
  const json = Buffer.from(JSON.stringify(entry))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32LE(json.length, 0)
  lengths.writeUInt32LE(bytes.length, 4)
  real.writeSync(out, Buffer.concat([lengths, json, bytes]))
}

/** Throws ENOSPC while the disk is full. */
function needSpace() {
  writes += 1
  if (fullAt > 0 && writes === fullAt && !real.existsSync(`${log}.freed`)) real.writeFileSync(fullFile, '')
  if (fullAt > 0 && real.existsSync(fullFile)) {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
  }
}

Object.assign(fs, {
  /** @type {typeof fs.openSync} */
  openSync(path, flags, mode) {
    const isNew = !real.existsSync(path)
    const fd = real.openSync(path, flags, mode)
    const truncates = typeof flags === 'number' && (flags & real.constants.O_TRUNC) !== 0
    if (isNew) record({ op: 'create', path })
    record({ op: 'open', path, fd, truncates })
    return fd
  },
  /** @type {typeof fs.writeSync} PGlite's file system always passes the position. */
  writeSync(
    /** @type {number} */ fd,
    /** @type {any} */ buffer,
    /** @type {any} */ offset,
    /** @type {any} */ length,
    /** @type {any} */ at,
  ) {
    if (typeof at !== 'number') throw new Error('A write without a place cannot be recorded')
    needSpace()
    const count = real.writeSync(fd, buffer, offset, length, at)
    const bytes = new Uint8Array(buffer.buffer ?? buffer, (buffer.byteOffset ?? 0) + offset, count)
    record({ op: 'write', fd, at }, bytes)
    return count
  },
  /** @type {typeof fs.writeFileSync} Creates empty files only. */
  writeFileSync(path, data, options) {
    needSpace()
    real.writeFileSync(path, data, options)
    record({ op: 'create', path })
  },
  fsyncSync(/** @type {number} */ fd) {
    real.fsyncSync(fd)
    record({ op: 'sync', fd })
  },
  closeSync(/** @type {number} */ fd) {
    real.closeSync(fd)
    record({ op: 'close', fd })
  },
  ftruncateSync(/** @type {number} */ fd, /** @type {number} */ size) {
    real.ftruncateSync(fd, size)
    record({ op: 'truncate', fd, size })
  },
  truncateSync(/** @type {string} */ path, /** @type {number} */ size) {
    real.truncateSync(path, size)
    record({ op: 'truncate', path, size })
  },
  renameSync(/** @type {string} */ from, /** @type {string} */ to) {
    real.renameSync(from, to)
    record({ op: 'rename', path: from, to })
  },
  unlinkSync(/** @type {string} */ path) {
    real.unlinkSync(path)
    record({ op: 'unlink', path })
  },
  mkdirSync(/** @type {string} */ path, /** @type {any} */ options) {
    const made = real.mkdirSync(path, options)
    record({ op: 'mkdir', path })
    return made
  },
  rmdirSync(/** @type {string} */ path) {
    real.rmdirSync(path)
    record({ op: 'rmdir', path })
  },
})
syncBuiltinESMExports()

await import(new URL('../src/server/database/pglite-worker.mjs', import.meta.url).href)
