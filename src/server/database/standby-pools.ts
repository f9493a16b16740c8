import { Socket } from 'node:net'
import { Pool, type PoolConfig } from 'pg'
import { typeParsers } from './type-parsers.ts'

/** How many reports may be read at once; the next one goes to the primary. */
export const standbyConnections = 10
/** A standby that cannot be reached in this time is away: a report does not wait for it. */
const connectMs = 1000

export interface StandbyPools {
  readonly reports: Pool
  /** One connection of its own for looking after it, which no long report keeps busy. */
  readonly looks: Pool
  /** Cuts every connection: whoever waits on one hears at once that it is lost. */
  readonly hangUp: () => void
  readonly close: () => Promise<void>
}

/** The connections to the standby of `url`; none is opened before it is needed. */
export function standbyPools(url: string): StandbyPools {
  const sockets = new Set<Socket>()

  /** Kept at hand, as a machine that went silent would otherwise keep its callers waiting for minutes. */
  function openSocket(): Socket {
    const socket = new Socket()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }

  function open(config: PoolConfig): Pool {
    const pool = new Pool({
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      types: typeParsers,
      stream: openSocket,
      ...config,
    })
    // Without a listener the loss of a connection would end the process; the next look finds what is wrong.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }

  const reports = open({
    application_name: 'school-portal-reports',
    max: standbyConnections,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    pipeline: true,
  })
  const looks = open({ application_name: 'school-portal-looks', max: 1, statement_timeout: 5000 })
  return {
    reports,
    looks,
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      await Promise.all([reports.end(), looks.end()])
    },
  }
}
