// Checks of the folder before the thread of the embedded database is started.

import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Thrown for a folder that cannot be used; the message is one line for the operator. */
export class UnusableDirectory extends Error {
  constructor(directory: string, reason: string, cause?: unknown) {
    super(`DATA_DIR: the folder ${resolve(directory)} cannot be used: ${reason}`, { cause })
  }
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  ENOENT: 'no folder or file can be created there',
  ENAMETOOLONG: 'its name is too long',
}

const codeOf = (problem: unknown): string =>
  problem instanceof Error && 'code' in problem ? String(problem.code) : ''

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

export const reasonOf = (problem: unknown): string =>
  reasons[codeOf(problem)] ?? oneLine(problem instanceof Error ? problem.message : String(problem))

function unusable(directory: string, problem: unknown): UnusableDirectory {
  if (problem instanceof UnusableDirectory) return problem
  return new UnusableDirectory(directory, reasonOf(problem), problem)
}

function requireFolder(directory: string, path: string): void {
  if (!statSync(path).isDirectory()) throw new UnusableDirectory(directory, `${path} is not a folder`)
}

/** Returns the missing folders of a path, the outermost first. */
function missingFolders(directory: string): string[] {
  const missing: string[] = []
  let path = resolve(directory)
  for (; !existsSync(path) && dirname(path) !== path; path = dirname(path)) missing.unshift(path)
  requireFolder(directory, path)
  return missing
}

/** Creates a folder; returns false if another process has just created it. */
function createFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (problem) {
    if (codeOf(problem) === 'EEXIST' && existsSync(path)) return false
    throw problem
  }
}

/**
 * Creates the folder and its missing parents, all or none. Throws UnusableDirectory.
 * Does not use mkdir's `recursive`: Node never returns from it if a file system refuses with ENOENT, as /proc does.
 */
export function createDirectory(directory: string): void {
  const created: string[] = []
  try {
    for (const path of missingFolders(directory)) if (createFolder(path)) created.unshift(path)
  } catch (problem) {
    for (const path of created) rmdirSync(path)
    throw unusable(directory, problem)
  }
}

/**
 * Closes an empty folder, such as plain mkdir makes, to other users of the machine. Throws UnusableDirectory if it
 * cannot be written to, has content that others can open, or has a `database` that is not a database.
 */
export function requireUsable(directory: string): void {
  const probe = join(directory, `.write-test-${process.pid}`)
  try {
    const isEmpty = readdirSync(directory).every((name) => name === lockFile)
    writeFileSync(probe, 'test', { mode: 0o600 })
    requirePrivate(directory, isEmpty)
    requireDatabase(directory, join(directory, 'database'))
  } catch (problem) {
    throw unusable(directory, problem)
  } finally {
    rmSync(probe, { force: true })
  }
}

const isOpen = (mode: number): boolean => (mode & 0o077) !== 0

/** The lock of a folder on a machine without a better lock. */
export const lockFile = 'portal.pid'

/** Refuses other users, because the folder has children's records and password hashes. Windows has no file modes. */
function requirePrivate(directory: string, isEmpty: boolean): void {
  const user = process.getuid?.()
  if (user === undefined) return
  const { mode, uid } = statSync(directory)
  if (uid !== user) {
    // Files that root adds could not be written by the owner at the next start.
    throw new UnusableDirectory(
      directory,
      `it belongs to user ${uid} and this process is user ${user}: run it as its owner, or chown -R ${user} ${resolve(directory)}`,
    )
  }
  if (isOpen(mode) && isEmpty) chmodSync(directory, 0o700)
  if (isOpen(statSync(directory).mode)) {
    throw new UnusableDirectory(
      directory,
      `other users of this machine can open it: chmod 700 ${resolve(directory)}`,
    )
  }
}

function requireDatabase(directory: string, database: string): void {
  if (!existsSync(database)) return
  requireFolder(directory, database)
  accessSync(database, constants.R_OK | constants.W_OK | constants.X_OK)
  if (existsSync(join(database, 'PG_VERSION'))) return
  throw new UnusableDirectory(directory, `${database} is not a database`)
}

// A note in DATA_DIR shows that a PostgreSQL server was used, so that a missing DATABASE_URL does not open an empty database.
const notePath = (dataDir: string): string => join(dataDir, 'uses-postgresql')

/** Thrown if DATABASE_URL is missing but was set at an earlier start. The message is one line for the operator. */
export class MissingDatabaseUrl extends Error {}

/** Returns the server and database of a URL, without user and password. */
function serverAndDatabase(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${hostname || (searchParams.get('host') ?? 'localhost')}:${port || '5432'}${pathname}`
}

/** Throws MissingDatabaseUrl if `dataDir` belongs to a portal that used a PostgreSQL server. */
export function requireSameEngine(dataDir: string, url: string | null): void {
  const note = notePath(dataDir)
  if (url !== null || !existsSync(note)) return
  throw new MissingDatabaseUrl(
    `DATABASE_URL is not set, but the portal of the folder ${resolve(dataDir)} used the PostgreSQL database ` +
      `${readFileSync(note, 'utf8').trim()}: set it again, or delete ${resolve(note)} to use an embedded database there`,
  )
}

/** Returns false if the folder cannot keep the note. */
export function rememberServer(dataDir: string, url: string): boolean {
  try {
    createDirectory(dataDir)
    writeFileSync(notePath(dataDir), `${serverAndDatabase(url)}\n`, { mode: 0o600 })
    return true
  } catch {
    return false
  }
}
