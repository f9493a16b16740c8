import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CannotDo } from './problems.ts'
import { checkBackup, type Contents } from './read-backup.ts'

/** A backup that has its name, with what it holds. */
export interface Kept extends Contents {
  readonly bytes: number
}

async function write(part: string, packed: Readable): Promise<void> {
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(packed, file)
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'EEXIST') {
      throw new CannotDo(
        `"${part}" is there: another backup is being written to it, or was cut off and is to be removed`,
      )
    }
    await rm(part, { force: true })
    throw problem
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Writes a backup beside its name, forces it to the disk, reads it through, and only then gives it its name: what has
 * the name can be restored. Never takes the place of a file that is there.
 */
export async function keepBackup(path: string, pack: () => Promise<Readable>): Promise<Kept> {
  if (existsSync(path)) throw new CannotDo(`There is a file "${path}" already`)
  const part = `${path}.part`
  await write(part, await pack())
  try {
    const contents = await checkBackup(part)
    const { size: bytes } = await stat(part)
    if (existsSync(path)) throw new CannotDo(`There is a file "${path}" already`)
    await rename(part, path)
    await syncFolder(path)
    return { ...contents, bytes }
  } finally {
    await rm(part, { force: true })
  }
}
