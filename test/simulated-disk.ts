// The content of a disk after a power cut, from a log of all file operations.

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { SeededRandom } from './seeded.ts'

/** One entry of the log, with its place: the size of the log after it. */
export type DiskOp = { readonly place: number } & (
  | { readonly op: 'open'; readonly path: string; readonly fd: number; readonly truncates: boolean }
  | { readonly op: 'write'; readonly fd: number; readonly at: number; readonly bytes: Buffer }
  | { readonly op: 'sync' | 'close'; readonly fd: number }
  | { readonly op: 'truncate'; readonly fd?: number; readonly path?: string; readonly size: number }
  | { readonly op: 'rename'; readonly path: string; readonly to: string }
  | { readonly op: 'create' | 'unlink' | 'mkdir' | 'rmdir'; readonly path: string }
)

/** Reads a log that stress/recording-worker.mjs wrote. */
export function readDiskLog(log: Buffer): DiskOp[] {
  const ops: DiskOp[] = []
  for (let at = 0; at < log.length;) {
    const [json, bytes] = [log.readUInt32LE(at), log.readUInt32LE(at + 4)]
    const start = at + 8 + json
    at = start + bytes
    ops.push({
      ...JSON.parse(log.toString('utf8', start - json, start)),
      place: at,
      bytes: log.subarray(start, at),
    })
  }
  return ops
}

/** The unsynced writes that reach the disk: all but the end of the last write, none, or any sectors of any write. */
export type Unsynced = 'torn' | 'dropped' | 'reordered'

export interface PowerCut {
  /** The number of log entries before the power cut. */
  readonly after: number
  /** The number of entries before the disk began to confirm syncs falsely; equal to `after` for an honest disk. */
  readonly honestUntil: number
  readonly unsynced: Unsynced
}

const sector = 512

type Change = { readonly at: number; readonly bytes: Buffer } | { readonly size: number }

/** A file on the disk, and its unsynced changes. */
interface DiskFile {
  /** May be longer than the content, so that a file can grow without a copy each time. */
  bytes: Buffer
  size: number
  pending: Change[]
}

function apply(file: DiskFile, change: Change): void {
  const end = 'size' in change ? change.size : Math.max(file.size, change.at + change.bytes.length)
  if (end > file.bytes.length) {
    const larger = Buffer.alloc(Math.max(end, file.bytes.length * 2))
    file.bytes.copy(larger, 0, 0, file.size)
    file.bytes = larger
  }
  // Bytes that a shorter size cut off must not come back.
  if (end < file.size) file.bytes.fill(0, end, file.size)
  file.size = end
  if ('bytes' in change) change.bytes.copy(file.bytes, change.at)
}

function sync(file: DiskFile): void {
  for (const change of file.pending) apply(file, change)
  file.pending = []
}

const someSectors = ({ at, bytes }: { at: number; bytes: Buffer }, random: SeededRandom): Change[] =>
  Array.from({ length: Math.ceil(bytes.length / sector) }, (_, place) => ({
    at: at + place * sector,
    bytes: bytes.subarray(place * sector, (place + 1) * sector),
  })).filter(() => random.chance(0.5))

/** Returns the part of an unsynced change that is on the disk. */
function survivors(change: Change, cut: PowerCut, torn: Buffer | undefined, random: SeededRandom): Change[] {
  // Changes of size survive together with names.
  if ('size' in change) return [change]
  if (cut.unsynced === 'dropped') return []
  if (cut.unsynced === 'torn') {
    if (change.bytes !== torn) return [change]
    const sectors = Math.ceil(torn.length / sector)
    return [{ at: change.at, bytes: torn.subarray(0, random.integerBelow(sectors + 1) * sector) }]
  }
  if (random.chance(0.4)) return [change]
  return random.chance(0.5) ? [] : someSectors(change, random)
}

/** The files by path; null for a deleted file. */
type Names = Map<string, DiskFile | null>

/** The names as the program sees them, and as they are on the disk. */
class RecordedFolder {
  readonly seen: Names = new Map()
  readonly kept: Names = new Map()
  readonly #at: (path: string) => string

  constructor(at: (path: string) => string) {
    this.#at = at
  }

  /** Returns null for a folder or a missing file. */
  fileAt(path: string): DiskFile | null {
    const known = this.seen.get(path)
    if (known !== undefined) return known
    const isFile = statSync(this.#at(path), { throwIfNoEntry: false })?.isFile() ?? false
    const bytes = isFile ? readFileSync(this.#at(path)) : Buffer.alloc(0)
    const file = isFile ? { bytes, size: bytes.length, pending: [] } : null
    if (file) for (const names of [this.seen, this.kept]) names.set(path, file)
    return file
  }

  /** Changes a name for the program, and on the disk if it `isKept`. */
  change(one: DiskOp, isKept: boolean): void {
    const both = isKept ? [this.seen, this.kept] : [this.seen]
    if (one.op === 'create') {
      const file = { bytes: Buffer.alloc(0), size: 0, pending: [] }
      for (const names of both) names.set(one.path, file)
    } else if (one.op === 'unlink') {
      this.fileAt(one.path)
      for (const names of both) names.set(one.path, null)
    } else if (one.op === 'rename') this.#rename(one.path, one.to, both)
    else if (isKept) this.#changeFolder(one)
  }

  #rename(from: string, to: string, both: readonly Names[]): void {
    this.fileAt(from)
    for (const names of both) {
      names.set(to, names.get(from) ?? null)
      names.set(from, null)
    }
  }

  #changeFolder(one: DiskOp): void {
    if (one.op === 'mkdir') mkdirSync(this.#at(one.path), { recursive: true })
    if (one.op === 'rmdir') rmSync(this.#at(one.path), { recursive: true, force: true })
  }
}

/** Applies an entry to an open file. Returns false if the entry is about names. */
function changeContent(
  one: DiskOp,
  {
    names,
    open,
    isKept,
    isHonest,
  }: { names: RecordedFolder; open: OpenFiles; isKept: boolean; isHonest: boolean },
): boolean {
  if (one.op === 'write') open.get(one.fd)?.pending.push({ at: one.at, bytes: one.bytes })
  else if (one.op === 'truncate') {
    const file = one.fd === undefined ? names.fileAt(one.path ?? '') : open.get(one.fd)
    if (isKept) file?.pending.push({ size: one.size })
  } else if (one.op === 'sync') syncOpen(open.get(one.fd), isHonest)
  else return false
  return true
}

function syncOpen(file: DiskFile | null | undefined, isHonest: boolean): void {
  if (file && isHonest) sync(file)
}

type OpenFiles = Map<number, DiskFile | null>

function openFile(one: DiskOp & { op: 'open' }, names: RecordedFolder, isKept: boolean): DiskFile | null {
  const file = names.fileAt(one.path)
  if (one.truncates && isKept) file?.pending.push({ size: 0 })
  return file
}

/**
 * Changes `folder`, a copy of the recorded folder before the first entry, to the disk's content after a power cut. As
 * on ext4, XFS and NTFS, changes of names and sizes keep their order and reach the disk with the next sync of any file;
 * any number of later changes reach it too. `recorded` is the path of the folder in the log.
 */
export function cutPower(
  folder: string,
  { ops, recorded }: { readonly ops: readonly DiskOp[]; readonly recorded: string },
  cut: PowerCut,
  random: SeededRandom,
): void {
  const at = (path: string) => join(folder, relative(recorded, path))
  const done = ops.slice(0, cut.after)
  const lastSync = done.slice(0, cut.honestUntil).findLastIndex(({ op }) => op === 'sync')
  // If only the last write is torn, everything before it is on the disk.
  const keptUntil =
    cut.unsynced === 'torn' ? cut.after : lastSync + 1 + random.integerBelow(done.length - lastSync)
  const names = new RecordedFolder(at)
  const open: OpenFiles = new Map()
  for (const [place, one] of done.entries()) {
    const isKept = place < keptUntil
    if (one.op === 'open') open.set(one.fd, openFile(one, names, isKept))
    else if (one.op === 'close') open.delete(one.fd)
    else if (!changeContent(one, { names, open, isKept, isHonest: place < cut.honestUntil })) {
      names.change(one, isKept)
    }
  }
  const last = done.findLast(({ op }) => op === 'write')
  const torn = last?.op === 'write' ? last.bytes : undefined
  for (const [path, file] of names.kept) keep(at(path), file, (one) => survivors(one, cut, torn, random))
}

/** Writes a file as the disk holds it, with its surviving changes. */
function keep(path: string, file: DiskFile | null, survive: (change: Change) => Change[]): void {
  if (!file) return rmSync(path, { force: true })
  file.pending = file.pending.flatMap(survive)
  sync(file)
  writeFileSync(path, file.bytes.subarray(0, file.size))
}

/** Flips one bit of a file, in any byte or in a byte at `places`. Returns a description of the bit. */
export function flipBit(path: string, random: SeededRandom, places?: readonly number[]): string {
  const bytes = readFileSync(path)
  const byte = places ? random.pick(places) : random.integerBelow(bytes.length)
  const bit = random.integerBelow(8)
  bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit)
  writeFileSync(path, bytes)
  return `bit ${bit} of byte ${byte}`
}
