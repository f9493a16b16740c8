import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createDirectory, lockFile, UnusableDirectory } from './data-directory.ts'

type Unlock = () => Promise<void>

/**
 * Locks a data directory, created when missing, for this process: two, also in two containers that share it, would silently
 * overwrite each other's rows. Returns the function that unlocks it. Throws DirectoryInUse or UnusableDirectory.
 */
export async function lockDirectory(directory: string, platform: string = process.platform): Promise<Unlock> {
  createDirectory(directory)
  const path = realpathSync(directory)
  const name = `school-portal-${createHash('sha256').update(path).digest('hex')}`
  if (platform === 'linux') {
    // The socket's name is of one network namespace, the lock of the folder is not; the first needs no other program.
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
 * Locks the folder with flock(2), which every process of the kernel sees, in whatever container or namespace. The lock belongs to
 * the open folder, which the program `flock` shares with this process: it lasts until this process closes it or ends, also after
 * a crash, and a process that sleeps keeps it. There is no lock file that could be deleted or left behind.
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
  // BusyBox ends with 1 for an error too, and then says which.
  if (status === 1 && stderr === '') throw inUse(path)
  const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT'
  const reason = isMissing
    ? 'it cannot be locked without the program flock (package util-linux)'
    : `its file system cannot lock it (${stderr.trim() || error?.message || `flock ended with ${status}`})`
  throw new UnusableDirectory(path, reason, error)
}

const flockTimeoutMs = 30_000

// The kernel frees a socket's name when its process ends, also after a crash.
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

const heldHere = new Set<string>()

async function lockByFile(file: string, path: string): Promise<Unlock> {
  if (heldHere.has(file) || isHeld(file)) throw inUse(path)
  rmSync(file, { force: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw inUse(path)
    throw new UnusableDirectory(path, 'its lock cannot be written', error)
  }
  heldHere.add(file)
  return async () => {
    heldHere.delete(file)
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
