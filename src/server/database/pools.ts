import { Pool } from 'pg'
import type { Embedded } from './embedded.ts'
import { typeParsers } from './type-parsers.ts'

/** How long a caller waits for its turn: a busy office queues, it does not fail. */
const waitMs = 30_000

type OnError = (error: unknown) => void

/** The embedded database has one session, so one connection, kept for good. */
export const embeddedPool = (embedded: Embedded, onError: OnError) =>
  listening(
    new Pool({
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: waitMs,
      // Said here so that the environment's PG… variables do not reach the embedded database.
      host: 'embedded',
      user: 'postgres',
      password: '',
      database: 'postgres',
      ssl: false,
      stream: embedded.connect,
      types: typeParsers,
    }),
    onError,
  )

/** Ten connections to the PostgreSQL server of `url`. */
export const serverPool = (url: string, onError: OnError) =>
  listening(
    new Pool({
      connectionString: url,
      application_name: 'school-portal',
      max: 10,
      connectionTimeoutMillis: waitMs,
      statement_timeout: 60_000,
      idle_in_transaction_session_timeout: 60_000,
      keepAlive: true,
      pipeline: true,
      types: typeParsers,
    }),
    onError,
  )

// Without a listener the loss of a connection would end the process: the pool hears of one that is idle and replaces
// it, but not of one in hand between two statements, whose next statement then fails.
function listening(pool: Pool, onError: OnError) {
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
