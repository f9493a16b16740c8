import { Socket } from 'node:net'
import { Pool, types, type CustomTypesConfig, type PoolClient, type PoolConfig } from 'pg'
import type { Embedded } from './embedded.ts'

type Parse = (text: string) => unknown

const int8 = 20
const date = 1082
const int8Array = 1016
const dateArray = 1182

function safeInteger(text: string) {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for an exact number`)
  return value
}

// Numbers and dates are never quoted in an array.
const listOf = (parse: Parse) => (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : parse(item)))

// A calendar date has no time zone, so it stays text.
const keepText = (text: string) => text

const ownParsers = new Map<number, Parse>([
  [int8, safeInteger],
  [int8Array, listOf(safeInteger)],
  [date, keepText],
  [dateArray, listOf(keepText)],
])

/** The values of either engine: int8 as an exact number, or an error if it is too large; dates and numeric as text. */
const typeParsers: CustomTypesConfig = {
  getTypeParser: (oid, format) => ownParsers.get(oid) ?? types.getTypeParser(oid, format),
}

/** The time for which a caller waits for a connection: in a busy office, calls queue instead of failing. */
export const connectionWaitMs = 30_000

type OnError = (error: unknown) => void

/** Opens the only connection of the embedded database, which has one session; it is never closed when idle. */
export const embeddedPool = (embedded: Embedded, onError: OnError) =>
  withListeners(
    new Pool({
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: connectionWaitMs,
      // Set here, because the driver would otherwise take them from the environment's PG… variables.
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

/** JIT compilation takes longer than a report's query: 5.3 s with it, 0.6 s without (row 19 of docs/performance.md). */
const withoutJit = '-c jit=off'

interface SessionSettings {
  readonly statement_timeout: number
  readonly lock_timeout?: number
}

const idleInTransactionMs = 60_000
const sessionSettings: SessionSettings = { statement_timeout: 60_000 }

const forSession = (settings: SessionSettings): PoolConfig => ({
  options: withoutJit,
  idle_in_transaction_session_timeout: idleInTransactionMs,
  ...settings,
})

/** Opens connections to the PostgreSQL server at `url`, for short calls unless `config` has other settings. */
export const serverPool = (url: string, onError: OnError, config: PoolConfig = {}) =>
  withListeners(
    new Pool({
      connectionString: url,
      application_name: 'school-portal',
      max: counterConnections,
      connectionTimeoutMillis: connectionWaitMs,
      keepAlive: true,
      pipeline: true,
      types: typeParsers,
      ...config,
    }),
    onError,
  )

/**
 * The counter's share of at most fifteen connections: a report never delays a receipt, and neither delays a sign-in or
 * a check. The counter keeps two spare connections for calls that are stuck (http/call-limits.ts).
 */
const counterConnections = 8
/** Two cores cannot run more reports at once; further ones would only make all of them slower. */
const reportConnections = 4
const signInConnections = 2
/** Without an answer in this time, the database counts as unavailable. */
const checkTimeoutMs = 5000
/** The maximum time that a sign-in waits for a locked table. */
const signInLockTimeoutMs = 5000

export interface ServerPools {
  readonly counter: Pool
  /** Serves long calls and maintenance. */
  readonly reports: Pool
  readonly signIn: Pool
  /** Has one connection, for readiness. */
  readonly checks: Pool
  /** All open clients of these pools. */
  readonly clients: ReadonlySet<PoolClient>
}

/** Creates the pools; each connection is opened when it is first needed. */
export function serverPools(url: string, onError: OnError, pipeline: boolean): ServerPools {
  const clients = new Set<PoolClient>()
  const open = (config: PoolConfig = {}, settings = sessionSettings): Pool => {
    const pool = serverPool(url, onError, { pipeline, ...config, ...forSession(settings) })
    pool.on('connect', (client) => {
      clients.add(client)
      client.once('end', () => clients.delete(client))
    })
    return pool
  }
  return {
    counter: open(),
    reports: open({ max: reportConnections }),
    signIn: open({ max: signInConnections }, { ...sessionSettings, lock_timeout: signInLockTimeoutMs }),
    checks: open(
      { max: 1, pipeline: false, connectionTimeoutMillis: checkTimeoutMs },
      { statement_timeout: checkTimeoutMs },
    ),
    clients,
  }
}

// Without a listener, the loss of a connection would end the process. The pool reports the loss of an idle connection
// to `onError` and replaces it; a connection in use fails its next statement.
function withListeners(pool: Pool, onError: OnError) {
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** More than the server's places for reports (http/call-limits.ts), so that no report waits for a connection. */
const standbyConnections = 10
/** After this time, the standby counts as down, so that a report does not wait for it. */
const standbyConnectMs = 1000

export interface StandbyPools {
  readonly reports: Pool
  /** Has a single connection, which no long report keeps busy. */
  readonly checks: Pool
  /** Fails every caller that waits on a connection at once. */
  readonly disconnect: () => void
  readonly close: () => Promise<void>
}

/** Creates the pools; each connection is opened when it is first needed. */
export function standbyPools(url: string, { pipeline = true } = {}): StandbyPools {
  const sockets = new Set<Socket>()

  /** Keeps the socket for `disconnect`: callers would wait for minutes on a machine that no longer answers. */
  function openSocket(): Socket {
    const socket = new Socket()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }

  const open = (config: PoolConfig): Pool =>
    withListeners(
      new Pool({
        connectionString: url,
        connectionTimeoutMillis: standbyConnectMs,
        keepAlive: true,
        types: typeParsers,
        stream: openSocket,
        ...config,
      }),
      // The next check finds the reason.
      () => {},
    )

  const reports = open({
    application_name: 'school-portal-reports',
    max: standbyConnections,
    ...forSession(sessionSettings),
    pipeline,
  })
  const checks = open({ application_name: 'school-portal-checks', max: 1, statement_timeout: 5000 })
  return {
    reports,
    checks,
    disconnect() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      await Promise.all([reports.end(), checks.end()])
    },
  }
}
