import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createDirectory, lockFile, UnusableDirectory } from './data-directory.ts'

type Unlock = () => Promise<void>

/**
 * Locks a data directory, created if missing, for this process: two processes, even in two containers, would silently
 * overwrite each other's rows. Returns a function that unlocks it. Throws DirectoryInUse or UnusableDirectory.
 */
export async function lockDirectory(directory: string, platform: string = process.platform): Promise<Unlock> {
  createDirectory(directory)
  const path = realpathSync(directory)
  const name = `school-portal-${createHash('sha256').update(path).digest('hex')}`
  if (platform === 'linux') {
    // A socket's name needs no other program, but is seen in one network namespace only, unlike the lock of the folder.
    const unlockName = await lockByName(`\0${name}`, path)
    try {
      const unlockFolder = lockFolder(path)
      return async () => {
        unlockFolder()
        await unlockName()
      }
    } catch (error) {
      await unlockName()
      throw error
    }
  }
  if (platform === 'win32') return lockByName(`\\\\.\\pipe\\${name}`, path)
  return lockByFile(join(path, lockFile), path)
}

export class DirectoryInUse extends Error {}

const inUse = (path: string) =>
  new DirectoryInUse(`The data directory ${path} is in use by another running portal`)

/**
 * Locks the folder with flock(2), which every process of the kernel sees, in any container. The lock belongs to the
 * open folder, which the program `flock` shares with this process. It lasts until this process closes the folder or
 * ends, even by a crash; a suspended process keeps it. There is no lock file that could be deleted or left behind.
 */
function lockFolder(path: string): () => void {
  const folder = openSync(path, 'r')
  const { error, status, stderr } = spawnSync('flock', ['-x', '-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', folder],
    encoding: 'utf8',
    timeout: flockTimeoutMs,
  })
  if (status === 0) return () => closeSync(folder)
  closeSync(folder)
  // BusyBox ends with 1 for an error too, and then prints the error.
  if (status === 1 && stderr === '') throw inUse(path)
  const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT'
  const reason = isMissing
    ? 'it cannot be locked without the program flock (package util-linux)'
    : `its file system cannot lock it (${stderr.trim() || error?.message || `flock ended with ${status}`})`
  throw new UnusableDirectory(path, reason, error)
}

const flockTimeoutMs = 30_000

// The kernel frees a socket's name when its process ends, even after a crash.
function lockByName(name: string, path: string) {
  return new Promise<Unlock>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? inUse(path) : error),
    )
    server.listen(name, () => {
      server.unref()
      resolve(() => new Promise((closed) => server.close(() => closed())))
    })
  })
}

const lockedHere = new Set<string>()

async function lockByFile(file: string, path: string): Promise<Unlock> {
  if (lockedHere.has(file) || isHeld(file)) throw inUse(path)
  rmSync(file, { force: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw inUse(path)
    throw new UnusableDirectory(path, 'its lock cannot be written', error)
  }
  lockedHere.add(file)
  return async () => {
    lockedHere.delete(file)
    rmSync(file, { force: true })
  }
}

function isHeld(file: string) {
  const pid = Number(readIfExists(file))
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function readIfExists(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
