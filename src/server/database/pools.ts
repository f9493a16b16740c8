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

// A calendar date has no time zone: it stays text.
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

/** The time for which a caller waits for a connection: in a busy office calls queue up, they do not fail. */
export const connectionWaitMs = 30_000

type OnError = (error: unknown) => void

/** The embedded database has one session, so one connection, which is never closed for being idle. */
export const embeddedPool = (embedded: Embedded, onError: OnError) =>
  withListeners(
    new Pool({
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: connectionWaitMs,
      // Set here, as the driver would take them from the environment's PG… variables otherwise.
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

/** PostgreSQL compiles a report's query longer than it runs: row 19 of docs/performance.md, 5.3 s with it and 0.6 s without. */
const withoutJit = '-c jit=off'

/** The settings of a connection for all its time. */
interface SessionSettings {
  readonly statement_timeout: number
  readonly lock_timeout?: number
}

const idleInTransactionMs = 60_000
const sessionSettings: SessionSettings = { statement_timeout: 60_000 }

const forSession = (own: SessionSettings): PoolConfig => ({
  options: withoutJit,
  idle_in_transaction_session_timeout: idleInTransactionMs,
  ...own,
})

/** Connections to the PostgreSQL server of `url`: for short calls, unless `own` says otherwise. */
export const serverPool = (url: string, onError: OnError, own: PoolConfig = {}) =>
  withListeners(
    new Pool({
      connectionString: url,
      application_name: 'school-portal',
      max: counterConnections,
      connectionTimeoutMillis: connectionWaitMs,
      keepAlive: true,
      pipeline: true,
      types: typeParsers,
      ...own,
    }),
    onError,
  )

/**
 * The counter's share of at most fifteen connections in all: a report never waits in front of a receipt, nor both in front of a
 * sign-in or a check. The counter keeps two for calls that are stuck (http/call-limits.ts).
 */
const counterConnections = 8
/** Two cores run no more reports at once, and further ones would only be slower. */
const reportConnections = 4
const signInConnections = 2
/** Without an answer in this time the database counts as away. */
const checkTimeoutMs = 5000
/** A sign-in does not wait for a locked table for longer. */
const signInLockTimeoutMs = 5000

export interface ServerPools {
  readonly counter: Pool
  /** Also for maintenance. */
  readonly reports: Pool
  readonly signIn: Pool
  /** One, for readiness. */
  readonly checks: Pool
  /** All open clients of these pools. */
  readonly clients: ReadonlySet<PoolClient>
}

/** Each connection is opened when it is first needed. */
export function serverPools(url: string, onError: OnError, pipeline: boolean): ServerPools {
  const clients = new Set<PoolClient>()
  const open = (own: PoolConfig = {}, settings = sessionSettings): Pool => {
    const pool = serverPool(url, onError, { pipeline, ...own, ...forSession(settings) })
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

// Without a listener the loss of a connection would end the process. The pool reports an idle one to `onError` and replaces it;
// one that is in use fails its next statement.
function withListeners(pool: Pool, onError: OnError) {
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** More than the server has places for reports (http/call-limits.ts): none waits for a connection. */
const standbyConnections = 10
/** Beyond this the standby counts as down: a report does not wait for it. */
const standbyConnectMs = 1000

export interface StandbyPools {
  readonly reports: Pool
  /** One connection, which no long report keeps busy. */
  readonly checks: Pool
  /** Each caller that waits on a connection gets an error at once. */
  readonly disconnect: () => void
  readonly close: () => Promise<void>
}

/** Each connection is opened when it is first needed. */
export function standbyPools(url: string, { pipeline = true } = {}): StandbyPools {
  const sockets = new Set<Socket>()

  /** Callers would wait for minutes on a machine that no longer answers, so sockets are kept. */
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
