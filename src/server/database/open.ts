import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { speedups, type Speedup } from '#server/database/fast/statements.ts'
import { cancelStatement, runUntilDisconnected, type RunUntilDisconnected } from './cancelling.ts'
import { requireUsable } from './data-directory.ts'
import { lockDirectory } from './directory-lock.ts'
import { startEmbedded } from './embedded.ts'
import { connectionsOf, kyselyOn, type Connections } from './kysely-on.ts'
import { startMaintenance } from './maintenance.ts'
import { connectionWaitMs, embeddedPool, serverPools } from './pools.ts'
import type { Schema } from './schema.ts'
import { Semaphore } from './semaphore.ts'
import { errorMessage, explainPooler } from './server-errors.ts'
import { openStandby, type Standby, type StandbyChange } from './standby.ts'

export interface OpenDatabase extends OtherConnections {
  /** Serves short calls, and everything that has no connections of its own. */
  kysely: Kysely<Schema>
  engine: 'embedded' | 'postgresql'
  /** Serves reports. */
  standby?: Standby
  /** Call it after a bulk change has been committed. Never rejects. */
  afterBulkWork: () => Promise<void>
  close: () => Promise<void>
}

/** Connections to the same tables as `kysely`, each for one purpose, so that no purpose waits for another. */
interface OtherConnections {
  /** Serves long calls. */
  reports?: Kysely<Schema>
  /** Serves calls before sign-in. */
  signIn?: Kysely<Schema>
  /** Runs work on a connection of `reports`, and cancels its statements when its caller disconnects. */
  runUntilDisconnected?: RunUntilDisconnected
  /** Serves the check of readiness. */
  checks?: Kysely<Schema>
  /** Cancels all running statements, so that their transactions are rolled back. Never rejects. */
  cancelAll?: () => Promise<void>
}

interface Settings {
  /** If missing, the embedded database in `dataDir` is opened. */
  url?: string | undefined
  /** A hot standby of `url`. */
  replicaUrl?: string | undefined
  /** True for commands, which can read a standby; the portal would show old balances. */
  acceptsStandby?: boolean
  dataDir: string
  /** True if a commit waits for the disk; false only for databases that may be lost. */
  durable?: boolean
  disabledSpeedups?: readonly Speedup[]
  /** Called with errors outside any call, such as a lost idle connection or a failed clean-up. */
  onError?: (error: unknown) => void
  /** Called when reports switch to the standby or back. */
  onStandby?: (change: StandbyChange) => void
  /** Set only by tests of disk faults; no setting of the server changes it. */
  worker?: URL
}

/**
 * Opens the embedded database or the server at `url`; both take the same SQL through the same driver. Throws
 * UnusableDirectory or DirectoryInUse for the folder, and an error that begins with DATABASE_URL for a server.
 */
export async function openDatabase({
  url,
  replicaUrl,
  acceptsStandby = false,
  dataDir,
  durable = true,
  disabledSpeedups = [],
  onError = () => {},
  onStandby = () => {},
  worker,
}: Settings): Promise<OpenDatabase> {
  if (!url) return openEmbedded({ dataDir, durable, onError, worker })
  const using = speedups.filter((speedup) => !disabledSpeedups.includes(speedup))
  const database = await openServer(url, { using, primaryOnly: !acceptsStandby, onError })
  return replicaUrl ? withStandby(database, replicaUrl, using, onStandby) : database
}

async function withStandby(
  database: OpenDatabase,
  url: string,
  using: readonly Speedup[],
  onChange: (change: StandbyChange) => void,
) {
  const standby = await openStandby({ url, primary: database.kysely, using, onChange })
  async function close() {
    await standby.close()
    await database.close()
  }
  return { ...database, standby, close }
}

interface ServerOptions extends Pick<LifecycleHooks, 'onError'> {
  readonly using: readonly Speedup[]
  readonly primaryOnly: boolean
}

async function openServer(url: string, { using, primaryOnly, onError }: ServerOptions) {
  const pools = serverPools(url, onError, using.includes('pipeline'))
  const connect = (name: 'counter' | 'reports' | 'signIn' | 'checks') =>
    connectionsOf(pools[name], name === 'checks' ? [] : using, primaryOnly)
  const reports = connect('reports')
  const checks = kyselyOn(connect('checks'))
  const others = {
    reports: kyselyOn(reports),
    runUntilDisconnected: runUntilDisconnected(reports, checks),
    signIn: kyselyOn(connect('signIn')),
    checks,
    async cancelAll() {
      await Promise.all([...pools.clients].map((client) => cancelStatement(checks, client)))
    },
  }
  const database = withMaintenance(kyselyOn(connect('counter')), others, 'postgresql', {
    onError,
    async beforeClose() {
      await Promise.all([others.reports, others.signIn, others.checks].map((each) => each.destroy()))
    },
  })
  try {
    await requireVersion15(database.kysely)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

async function openEmbedded({
  dataDir,
  durable,
  onError,
  worker,
}: Omit<Parameters<typeof startEmbedded>[0], 'dir'> & Pick<Settings, 'dataDir'>) {
  const unlock = await lockDirectory(dataDir)
  try {
    requireUsable(dataDir)
    const embedded = await startEmbedded({ dir: join(dataDir, 'database'), durable, onError, worker })
    const pool = embeddedPool(embedded, onError)
    // The driver of the embedded database does not wait for a network, so no speedup would help.
    const connections = connectionsOf(pool, [])
    return withMaintenance(kyselyOn(connections), { reports: kyselyOn(oneByOne(connections)) }, 'embedded', {
      onError,
      async afterClose() {
        await embedded.close()
        await unlock()
      },
    })
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Lets one long call at a time wait for the connection, so that a short call waits for at most one report. */
function oneByOne(connections: Connections): Connections {
  const semaphore = new Semaphore({ running: 1, waiting: Infinity, waitMs: connectionWaitMs })
  return {
    async connect() {
      const releaseSlot = await semaphore.enter()
      try {
        const { client, query, release } = await connections.connect()
        return {
          client,
          query,
          release() {
            release()
            releaseSlot()
          },
        }
      } catch (error) {
        releaseSlot()
        throw error
      }
    },
    end: () => connections.end(),
  }
}

interface LifecycleHooks {
  readonly onError: (error: unknown) => void
  readonly beforeClose?: () => Promise<void>
  readonly afterClose?: () => Promise<void>
}

function withMaintenance(
  kysely: Kysely<Schema>,
  others: OtherConnections,
  engine: OpenDatabase['engine'],
  { onError, beforeClose, afterClose }: LifecycleHooks,
): OpenDatabase {
  const maintenance = startMaintenance(others.reports ?? kysely, { engine, onError })
  let closing: Promise<void> | undefined

  async function close() {
    await maintenance.stop()
    await beforeClose?.()
    await kysely.destroy()
    await afterClose?.()
  }
  return {
    kysely,
    ...others,
    engine,
    afterBulkWork: maintenance.afterBulkWork,
    close: () => (closing ??= close()),
  }
}

async function requireVersion15(kysely: Kysely<Schema>) {
  const { rows } = await sql<{
    version: number
  }>`select current_setting('server_version_num')::int as version`
    .execute(kysely)
    .catch((problem: unknown) => {
      const error = explainPooler(problem)
      throw new Error(`DATABASE_URL: no connection (${errorMessage(error)})`, { cause: error })
    })
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (major < 15) throw new Error(`DATABASE_URL: PostgreSQL ${major} is too old, 15 or later is needed`)
}
