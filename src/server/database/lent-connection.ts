// On the embedded database all calls share one connection. A report that only reads lends it to look-ups between two of its
// statements, so that they wait for a part of the report and not for its end (docs/decisions/0059-reports-lend-their-connection.md).
//
// A look-up then runs within the report's transaction, in a savepoint that is rolled back. It sees the books as the report
// does, which are the books as they are: the transaction can change nothing, and no other one runs before it ends.

import type { ConnectionTurns, Turn } from './connection-turns.ts'
import type { Connection, Connections } from './kysely-on.ts'
import { isBegin, isReadOnly } from './pipelined-client.ts'

const isEnd = (statement: string): boolean => statement === 'commit' || statement === 'rollback'

/** Begins a look-up as a transaction of its own would begin: without the report's role, campus and other settings. */
const beginLent = "savepoint lent; set local role none; reset all; set local timezone = 'UTC'"
/** Ends it; the report's role, campus and settings are in force again. */
const endLent = 'rollback to savepoint lent; release savepoint lent'

/** The connection of a call that shares it with no other until its end. */
class OwnConnection implements Connection {
  readonly client: Connection['client']
  readonly release: () => void
  readonly #connection: Connection

  constructor(connection: Connection, release: () => void) {
    this.#connection = connection
    this.client = connection.client
    this.release = release
  }

  query(statement: string, values: readonly unknown[]): Promise<unknown> {
    return this.#connection.query(statement, values)
  }
}

/** The connection of a report. Its statements run one after the other, and before each the turn may be lent. */
class LendingConnection implements Connection {
  readonly client: Connection['client']
  readonly release: () => void
  readonly #connection: Connection
  readonly #lend: () => Promise<void>
  #mayLend = false
  /** Settles with the last statement, as a look-up must never come between a statement and its reply. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(connection: Connection, lend: () => Promise<void>, release: () => void) {
    this.#connection = connection
    this.#lend = lend
    this.client = connection.client
    this.release = release
  }

  query(statement: string, values: readonly unknown[]): Promise<unknown> {
    const result = this.#last.then(() => this.#run(statement, values))
    this.#last = result.catch(() => {})
    return result
  }

  async #run(statement: string, values: readonly unknown[]): Promise<unknown> {
    if (this.#mayLend && !isEnd(statement)) await this.#lend()
    const mayLend = isBegin(statement) ? isReadOnly(statement) : this.#mayLend && !isEnd(statement)
    // Not after a failure: the transaction then takes no statement but its end.
    this.#mayLend = false
    const result = await this.#connection.query(statement, values)
    this.#mayLend = mayLend
    return result
  }
}

/** The connection of a report while a look-up uses it. */
class LentConnection implements Connection {
  readonly client: Connection['client']
  readonly release: () => void
  readonly #connection: Connection
  #hasBegun = false

  constructor(connection: Connection, release: () => void) {
    this.#connection = connection
    this.client = connection.client
    this.release = release
  }

  async query(statement: string, values: readonly unknown[]): Promise<unknown> {
    if (isEnd(statement)) {
      this.#hasBegun = false
      return this.#connection.query(endLent, [])
    }
    if (isBegin(statement) && isReadOnly(statement)) {
      const result = await this.#connection.query(beginLent, [])
      this.#hasBegun = true
      return result
    }
    // It would run as the report's user, or outside of what is rolled back.
    if (!this.#hasBegun || isBegin(statement)) throw new Error('A look-up is a transaction that only reads')
    return this.#connection.query(statement, values)
  }
}

/** The one connection, for short calls, for those that only read, and for reports. */
export function sharedConnection(connections: Connections, turns: ConnectionTurns) {
  /** Of the report that has its turn. */
  let lender: Connection | null = null
  const end = () => connections.end()

  /** The connection for this turn; its release ends the turn. */
  async function connectFor(turn: Turn, kind: 'short' | 'long'): Promise<Connection> {
    try {
      const connection = await connections.connect()
      const release = () => {
        lender = null
        connection.release()
        turn.end()
      }
      if (kind === 'short') return new OwnConnection(connection, release)
      lender = connection
      return new LendingConnection(connection, () => turns.lend(), release)
    } catch (error) {
      turn.end()
      throw error
    }
  }

  async function connectLookUp(): Promise<Connection> {
    const turn = await turns.take('look-up')
    if (!turn.isLent) return connectFor(turn, 'short')
    // A report lends only what it has.
    if (lender) return new LentConnection(lender, turn.end)
    turn.end()
    throw new Error('A turn was lent without its connection')
  }

  return {
    short: { connect: async () => connectFor(await turns.take('short'), 'short'), end },
    lookUps: { connect: connectLookUp, end },
    long: { connect: async () => connectFor(await turns.take('long'), 'long'), end },
  }
}
