// Errors of connections that do not reach the primary PostgreSQL server. Their codes are answered with 503.

/** Returns the message of an error; an AggregateError, thrown if every address of a host fails, has none of its own. */
export const errorMessage = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(errorMessage).join(', ')
    : error instanceof Error
      ? error.message
      : String(error)

/** Thrown if the server is a standby: its rows may be stale and it is read-only. */
export class ConnectedToStandby extends Error {
  /** PostgreSQL's code for "cannot execute … in a read-only transaction". */
  readonly code = '25006'
  constructor() {
    super('the server is a standby, which the portal cannot write to: name the primary')
  }
}

const poolerMessage =
  'it leads to a connection pooler such as PgBouncer, in which the settings and prepared statements of one client could ' +
  'reach another: it has to lead to PostgreSQL itself'

export class UnexpectedPooler extends Error {
  /** PostgreSQL's code for "the server rejected the connection". */
  readonly code = '08004'
  constructor() {
    super(poolerMessage)
  }
}

/** Returns an error with the remedy if a pooler has refused the settings of a connection; otherwise the same error. */
export const explainPooler = (error: unknown): unknown =>
  error instanceof Error && error.message.includes('unsupported startup parameter')
    ? new UnexpectedPooler()
    : error
