import { CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { pipelinedPool } from './pipelined-pool.ts'
import type { Schema } from './schema.ts'

/** The tables, reached through the connections of `pool`. */
export const kyselyOn = (pool: Pool, engine: 'embedded' | 'postgresql'): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({
      // The embedded database answers one statement at a time.
      pool: pipelinedPool(pool, { pipelined: engine === 'postgresql' }),
      onCreateConnection: useUtc,
    }),
  })

// JSON carries times as text: the same text from either engine, wherever the server stands.
async function useUtc(connection: DatabaseConnection) {
  await connection.executeQuery(CompiledQuery.raw(`set timezone to 'UTC'`))
}
