/** Returns the message of an error; an error about several addresses of a host has none, but contains their errors. */
export const errorMessage = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(errorMessage).join(', ')
    : error instanceof Error
      ? error.message
      : String(error)

// Errors of connections that do not reach the primary PostgreSQL server. Their codes are answered with 503.

/** Thrown if the server only replays the log of another: its rows may be old, and it cannot be written to. */
export class StandbyAnswers extends Error {
  /** PostgreSQL's code for "cannot execute … in a read-only transaction". */
  readonly code = '25006'
  constructor() {
    super('the server is a standby, which the portal cannot write to: name the primary')
  }
}

const remedy =
  'it leads to a connection pooler such as PgBouncer, in which the settings and prepared statements of one client could ' +
  'reach another: it has to lead to PostgreSQL itself'

export class UnexpectedPooler extends Error {
  /** PostgreSQL's code for "the server rejected the connection". */
  readonly code = '08004'
  constructor() {
    super(remedy)
  }
}

/** Returns an error with the remedy if a pooler has refused the settings of a connection; otherwise the same error. */
export const explainPooler = (error: unknown): unknown =>
  error instanceof Error && error.message.includes('unsupported startup parameter')
    ? new UnexpectedPooler()
    : error
