// Notes in DATA_DIR that a PostgreSQL server was used, so that a missing DATABASE_URL does not open an empty database.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createDirectory } from './data-directory.ts'

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
