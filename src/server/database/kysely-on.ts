import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { PipelinedClient } from '#server/database/fast/pipelined-client.ts'
import { sendPrepared, sendUnprepared, type Speedup } from '#server/database/fast/statements.ts'
import { commit } from './commit.ts'
import type { Schema } from './schema.ts'
import { StandbyAnswers, UnexpectedPooler } from './server-errors.ts'

/** A connection while it is used, as the query builder's driver uses it. */
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all but cursors, which the driver is not given
  const pool = connections as unknown as PostgresPool
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** `pool` must be in pipeline mode for the speedup "pipeline"; `primaryOnly` refuses a server that replays another's log. */
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
  // The driver recognises a connection by its object.
  const wrapped = new WeakMap<PoolClient, Connection>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? (await wrap(client))
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

interface Greeting {
  readonly process: number
  readonly isStandby: boolean
}

/**
 * Prepares a new connection, or closes it. Times in JSON are text: the same from either engine, whatever the server's time zone.
 * A primary becomes a standby only by a restart, so a connection to it is asked once. Not in the driver's `onCreateConnection`: a
 * connection that is lost there is never released and takes its place in the pool for good.
 */
async function greet(client: PoolClient, primaryOnly: boolean): Promise<void> {
  try {
    const { rows } = await client.query<Greeting>(`
      select set_config('timezone', 'UTC', false), pg_backend_pid() as process, pg_is_in_recovery() as "isStandby"`)
    // A pooler greets with a process number of its own; the embedded database has none.
    const greeted: unknown = Reflect.get(client, 'processID')
    if (greeted !== null && greeted !== rows[0]?.process) throw new UnexpectedPooler()
    if (primaryOnly && rows[0]?.isStandby) throw new StandbyAnswers()
  } catch (error) {
    client.release(true)
    throw error
  }
}
