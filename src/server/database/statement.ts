import { CompiledQuery, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Runs one statement with its values and returns its rows. */
export type Statement<Row> = (db: Kysely<Schema>, values: readonly unknown[]) => Promise<readonly Row[]>

type Rows = readonly unknown[]

/** The most likely rows of a statement. */
export interface Expectation {
  /** The rows that are expected for these values; undefined if nothing is. */
  readonly rowsFor: (values: readonly unknown[]) => Rows | undefined
  /** Takes the rows that came if others, or none, were expected. */
  readonly learn: (values: readonly unknown[], rows: Rows) => void
}

/** For the speedup "pipeline" (pipelined-client.ts): the reason why a transaction need not wait for this statement. */
export interface WaitingRule {
  /** The transaction goes on with these rows, and is repeated if others come. */
  readonly expects?: Expectation
  /** It changes nothing, though its text does not begin with `select`. */
  readonly isRead?: boolean
  /** Nothing is done with the result; a failure is reported in place of the COMMIT. */
  readonly isUnawaited?: boolean
}

const waitingRules = new Map<string, WaitingRule>()

/** The rule for a statement of this text; undefined if a transaction waits for its result. */
export const waitingRuleOf = (text: string): WaitingRule | undefined => waitingRules.get(text)

/**
 * A statement whose text is built once, with `$1` and so on for its values: for statements of nearly every call, as
 * building the text again takes as long as sending it. Row 2a of docs/performance.md pays for it: 0.67 instead of
 * 0.50 ms of the server's time (docs/decisions/0025-fewer-waits-on-the-wire.md).
 */
export function statement<Row>(text: string, rule?: WaitingRule): Statement<Row> {
  if (rule) waitingRules.set(text, rule)
  return async (db, values) => {
    // As with sql<Row>, the caller states the type of the rows.
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }
}

/** More than a server has sessions and open keys at a time. */
const mostKept = 10_000

function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, value)
}

/** The single row that these values had the last time; nothing is expected after no row. */
export function sameRowAgain(keyOf: (values: readonly unknown[]) => string): Expectation {
  const last = new Map<string, Rows>()
  return {
    rowsFor: (values) => last.get(keyOf(values)),
    learn(values, rows) {
      if (rows.length === 1) keep(last, keyOf(values), rows)
      else last.delete(keyOf(values))
    },
  }
}

const none: Rows = []

/** No row, as for a new key; once a row has come, the next statement with these values waits. */
export function noRow(keyOf: (values: readonly unknown[]) => string): Expectation {
  const found = new Map<string, true>()
  return {
    rowsFor: (values) => (found.delete(keyOf(values)) ? undefined : none),
    learn(values, rows) {
      if (rows.length > 0) keep(found, keyOf(values), true)
    },
  }
}
