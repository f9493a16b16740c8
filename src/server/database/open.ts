import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import { requireUsable } from './data-directory.ts'
import { lockDirectory } from './directory-lock.ts'
import { startEmbedded } from './embedded.ts'
import { kyselyOn } from './kysely-on.ts'
import { startMaintenance } from './maintenance.ts'
import { embeddedPool, serverPool } from './pools.ts'
import { errorMessage } from './error-message.ts'
import type { Schema } from './schema.ts'
import { openStandby, type Standby, type StandbyChange } from './standby.ts'

export interface OpenDatabase {
  kysely: Kysely<Schema>
  engine: 'embedded' | 'postgresql'
  /** Where reports may be read, too. */
  standby?: Standby
  /** To be called after a bulk change has been committed; resolves when done, and never rejects. */
  afterBulkWork: () => Promise<void>
  close: () => Promise<void>
}

interface Settings {
  /** A PostgreSQL URL; without it the embedded database in `dataDir`. */
  url?: string | undefined
  /** A hot standby of `url`. */
  replicaUrl?: string | undefined
  dataDir: string
  /** False only for databases that are thrown away: a commit then does not wait for the disk. */
  durable?: boolean
  /** Told of what goes wrong outside of any call: a lost idle connection, a failed clean-up. */
  onError?: (error: unknown) => void
  /** Told when the standby is asked from now on, and when no longer. */
  onStandby?: (change: StandbyChange) => void
}

/** Opens the one database of this process, embedded or by URL; both speak the same SQL through the same driver. */
export async function openDatabase({
  url,
  replicaUrl,
  dataDir,
  durable = true,
  onError = () => {},
  onStandby = () => {},
}: Settings): Promise<OpenDatabase> {
  if (!url) return openEmbedded(dataDir, durable, onError)
  const database = await openServer(url, onError)
  return replicaUrl ? withStandby(database, replicaUrl, onStandby) : database
}

async function withStandby(database: OpenDatabase, url: string, onChange: (change: StandbyChange) => void) {
  const standby = await openStandby({ url, primary: database.kysely, onChange })
  async function close() {
    await standby.close()
    await database.close()
  }
  return { ...database, standby, close }
}

async function openServer(url: string, onError: (error: unknown) => void) {
  const pool = serverPool(url, onError)
  const database = withPool(pool, 'postgresql', onError, async () => {})
  try {
    await requireVersion15(database.kysely)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

async function openEmbedded(dataDir: string, durable: boolean, onError: (error: unknown) => void) {
  const unlock = await lockDirectory(dataDir)
  try {
    requireUsable(dataDir)
    const embedded = await startEmbedded({ dir: join(dataDir, 'database'), durable, onError })
    return withPool(embeddedPool(embedded, onError), 'embedded', onError, async () => {
      await embedded.close()
      await unlock()
    })
  } catch (error) {
    await unlock()
    throw error
  }
}

function withPool(
  pool: Pool,
  engine: OpenDatabase['engine'],
  onError: (error: unknown) => void,
  afterwards: () => Promise<void>,
): OpenDatabase {
  const kysely = kyselyOn(pool, engine)
  const maintenance = startMaintenance(kysely, { engine, onError })
  let closed: Promise<void> | undefined

  async function close() {
    await maintenance.stop()
    await kysely.destroy()
    await afterwards()
  }
  return { kysely, engine, afterBulkWork: maintenance.afterBulkWork, close: () => (closed ??= close()) }
}

async function requireVersion15(kysely: Kysely<Schema>) {
  const { rows } = await sql<{
    version: number
  }>`select current_setting('server_version_num')::int as version`
    .execute(kysely)
    .catch((error: unknown) => {
      throw new Error(`DATABASE_URL: no connection (${errorMessage(error)})`, { cause: error })
    })
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (major < 15) throw new Error(`DATABASE_URL: PostgreSQL ${major} is too old, 15 or later is needed`)
}
