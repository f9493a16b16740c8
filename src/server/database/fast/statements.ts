// Speedup "plans": a statement with values is prepared once for each connection, because PostgreSQL takes three times
// as long to parse and plan a look-up under row security as to run it (docs/decisions/0070-pool-transaction-query.md).

import { CompiledQuery, type QueryExecutorProvider, type QueryResult, type RawBuilder } from 'kysely'
import type { QueryResult as PgResult, PoolClient } from 'pg'

/**
 * Each speedup can be switched off by `openDatabase({ disabledSpeedups: ['plans'] })` or PORTAL_PLAIN=pipeline,plans;
 * without it everything works the same, but more slowly. Leaving DATABASE_REPLICA_URL out switches off standby routing.
 */
export const speedups = ['pipeline', 'plans'] as const
export type Speedup = (typeof speedups)[number]

/** The database, or a transaction on it. */
interface Database extends QueryExecutorProvider {
  readonly executeQuery: <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>
}

export type Statement<Row> = (db: Database, values: readonly unknown[]) => Promise<readonly Row[]>

/**
 * Builds a statement once, with `$1` and so on for values. Used for the statements that nearly every call runs:
 * building them each time raises the server's time per call from 0.50 to 0.67 ms.
 */
export const statement =
  <Row>(text: string): Statement<Row> =>
  async (db, values) => {
    // As with sql<Row>, the caller states the type of the rows.
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }

export type Send = (text: string, values: readonly unknown[]) => Promise<PgResult>

/** Sends each statement unprepared, so that PostgreSQL plans it each time. */
export const sendUnprepared =
  (client: PoolClient): Send =>
  (text, values) =>
    client.query({ text, values: [...values] })

/** Sends each statement with the name of its plan, if it has one. */
export const sendPrepared =
  (client: PoolClient): Send =>
  (text, values) => {
    const name = planName(text, values)
    return client.query({ ...(name !== undefined && { name }), text, values: [...values] })
  }

/** The statements that are planned each time. */
const unpreparedTexts = new Set<string>()

/** Runs a statement over many rows and plans it each time, because its best plan depends on its values. */
export async function executeUnprepared<Row>(
  db: Database,
  query: RawBuilder<Row>,
): Promise<QueryResult<Row>> {
  const compiled = query.compile(db)
  unpreparedTexts.add(compiled.sql)
  return db.executeQuery<Row>(compiled)
}

/** Bulk inserts rarely repeat the same number of values, so their plans would not be reused. */
const maxValues = 60
/** Exceeds the product's statements. Protects the database's memory if a bug generates ever new statements. */
const maxPlans = 800

const names = new Map<string, string>()

/** Returns the name of the prepared statement for a text, or undefined if it must be planned each time. */
export function planName(text: string, values: readonly unknown[]): string | undefined {
  const existing = names.get(text)
  if (existing !== undefined) return existing
  if (unpreparedTexts.has(text)) return undefined
  if (values.length === 0 || values.length > maxValues || names.size >= maxPlans) return undefined
  const name = `plan ${names.size + 1}`
  names.set(text, name)
  return name
}
