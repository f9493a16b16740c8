import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { PipelinedClient } from '#server/database/fast/pipelined-client.ts'
import { sendPrepared, sendUnprepared, type Speedup } from '#server/database/fast/statements.ts'
import type { Schema } from './schema.ts'
import { ConnectedToStandby, UnexpectedPooler } from './server-errors.ts'

/** A connection in use, in the form that the query builder's driver expects. */
export interface Connection {
  readonly client: PoolClient
  readonly query: (statement: string, values: readonly unknown[]) => Promise<unknown>
  readonly release: () => void
}

export interface Connections {
  readonly connect: () => Promise<Connection>
  readonly end: () => Promise<void>
}

export function kyselyOn(connections: Connections): Kysely<Schema> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has everything except cursors, which are not used
  const pool = connections as unknown as PostgresPool
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** Wraps a pool, which must be in pipeline mode for the speedup "pipeline"; `primaryOnly` refuses a standby. */
export function connectionsOf(pool: Pool, using: readonly Speedup[], primaryOnly = false): Connections {
  const wrap = async (client: PoolClient): Promise<Connection> => {
    await greet(client, primaryOnly)
    const send = using.includes('plans') ? sendPrepared(client) : sendUnprepared(client)
    return using.includes('pipeline')
      ? new PipelinedClient(client, send, () => commit(client))
      : {
          client,
          query: (statement, values) => (statement === 'commit' ? commit(client) : send(statement, values)),
          release: () => client.release(),
        }
  }
  // The driver identifies a connection by its object, so each client has only one.
  const wrapped = new WeakMap<PoolClient, Connection>()
  return {
    async connect() {
      const client = await pool.connect()
      const connection = wrapped.get(client) ?? (await wrap(client))
      wrapped.set(client, connection)
      return connection
    },
    end: () => pool.end(),
  }
}

interface Greeting {
  readonly process: number
  readonly isStandby: boolean
}

/**
 * Prepares a new connection, or closes it. Times in JSON become the same text on both engines, in any time zone of the
 * server. A primary becomes a standby only by a restart, so one check is enough. The driver's `onCreateConnection` is
 * not used, because a connection that is lost there is never released and occupies its slot in the pool for ever.
 */
async function greet(client: PoolClient, primaryOnly: boolean): Promise<void> {
  try {
    const { rows } = await client.query<Greeting>(`
      select set_config('timezone', 'UTC', false), pg_backend_pid() as process, pg_is_in_recovery() as "isStandby"`)
    // A pooler sends a process number of its own at the start of a connection; the embedded database sends none.
    const clientProcess: unknown = Reflect.get(client, 'processID')
    if (clientProcess !== null && clientProcess !== rows[0]?.process) throw new UnexpectedPooler()
    if (primaryOnly && rows[0]?.isStandby) throw new ConnectedToStandby()
  } catch (error) {
    client.release(true)
    throw error
  }
}

// A COMMIT that waits for a synchronous standby must not be cancelled: PostgreSQL would answer with success and a
// warning that the change may be lost with the primary. Without an answer, the caller repeats the call with the same
// key. A COMMIT has no time limit in PostgreSQL (stress/synchronous-commit.stress.ts).
const committing = new WeakSet<PoolClient>()

/** True while the client waits for the answer to a COMMIT, which must not be cancelled. */
export const isCommitting = (client: PoolClient): boolean => committing.has(client)

async function commit(client: PoolClient): Promise<unknown> {
  committing.add(client)
  try {
    return await client.query('commit')
  } finally {
    committing.delete(client)
  }
}
