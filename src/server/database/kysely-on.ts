import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { PipelinedClient } from './pipelined-client.ts'
import { sendPrepared, sendUnprepared } from './plans.ts'
import type { Schema } from './schema.ts'
import type { Speedup } from './speedups.ts'

/** Waits for the turn to use a connection; resolves with how to end it. */
type TakeTurn = () => Promise<() => void>

/**
 * The tables, reached through the connections of `pool`, which must be in pipeline mode for the speedup "pipeline"; each
 * use of a connection takes a turn where `takeTurn` is given.
 */
export const kyselyOn = (pool: Pool, using: readonly Speedup[], takeTurn?: TakeTurn): Kysely<Schema> => {
  const connections = connectionsOf(pool, using)
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: takeTurn ? inTurns(connections, takeTurn) : connections }),
  })
}

function inTurns(pool: PostgresPool, takeTurn: TakeTurn): PostgresPool {
  return {
    async connect() {
      const endTurn = await takeTurn()
      try {
        const connection = await pool.connect()
        // The driver recognises a connection by its object; its release ends the turn of this use alone.
        const release = connection.release.bind(connection)
        connection.release = () => {
          connection.release = release
          release()
          endTurn()
        }
        return connection
      } catch (error) {
        endTurn()
        throw error
      }
    },
    end: () => pool.end(),
  }
}

function connectionsOf(pool: Pool, using: readonly Speedup[]): PostgresPool {
  const wrap = (client: PoolClient) => {
    const send = using.includes('plans') ? sendPrepared(client) : sendUnprepared(client)
    return using.includes('pipeline')
      ? new PipelinedClient(client, send)
      : { query: send, release: () => client.release() }
  }
  // The driver recognises a connection by its object.
  const wrapped = new WeakMap<PoolClient, ReturnType<typeof wrap>>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? wrap(await inUtc(client))
      wrapped.set(client, known)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all but cursors, which the driver is not given
      return known as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

/**
 * Times in JSON are text: the same text from either engine, whatever the server's time zone. Not in the driver's
 * `onCreateConnection`: a connection that is lost there is never released and takes its place in the pool for good.
 */
async function inUtc(client: PoolClient): Promise<PoolClient> {
  try {
    await client.query(`set timezone to 'UTC'`)
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}
