/** Several failed addresses of one host arrive as one error without a message of its own. */
export const errorMessage = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(errorMessage).join(', ')
    : error instanceof Error
      ? error.message
      : String(error)

// Connections to something else than the primary PostgreSQL server. Their codes are answered with 503.

/** The server only replays the log of another: its rows may be old, and it writes nothing. */
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

/** Says what to do if a pooler has refused the settings of a connection; otherwise the error itself. */
export const explainPooler = (error: unknown): unknown =>
  error instanceof Error && error.message.includes('unsupported startup parameter')
    ? new UnexpectedPooler()
    : error
