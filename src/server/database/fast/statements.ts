// Speedup "plans": a statement with values is prepared once for each connection, because PostgreSQL takes three times
// as long to parse and plan a look-up under row security as to run it. Row 2a of docs/performance.md shows the gain
// (docs/decisions/0070-pool-transaction-query.md).

import { CompiledQuery, type QueryExecutorProvider, type QueryResult, type RawBuilder } from 'kysely'
import type { QueryResult as PgResult, PoolClient } from 'pg'

/**
 * Each speedup can be switched off by `openDatabase({ plain: ['plans'] })` or by PORTAL_PLAIN=pipeline,plans in the environment;
 * everything then works as before, only slower. Leaving DATABASE_REPLICA_URL out switches off standby routing.
 */
export const speedups = ['pipeline', 'plans'] as const
export type Speedup = (typeof speedups)[number]

/** The database, or a transaction on it. */
interface Database extends QueryExecutorProvider {
  readonly executeQuery: <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>
}

export type Statement<Row> = (db: Database, values: readonly unknown[]) => Promise<readonly Row[]>

/**
 * Builds a statement once, with `$1` and so on for values. For statements of nearly every call: building them each time
 * takes as long as sending, 0.67 instead of 0.50 ms of the server's time (row 2a of docs/performance.md).
 */
export const statement =
  <Row>(text: string): Statement<Row> =>
  async (db, values) => {
    // As with sql<Row>, the caller states the type of the rows.
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }

export type Send = (text: string, values: readonly unknown[]) => Promise<PgResult>

/** Sends each statement without a plan, so that it is planned each time. */
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

/** Inserts of many rows rarely have the same number of values twice, so their plans would not be used again. */
const maxValues = 60
/** More than the product's statements; keeps a fault that makes new ones from filling the memory of the database. */
const maxPlans = 800

const names = new Map<string, string>()

/** Returns undefined for a statement that is planned each time. */
export function planName(text: string, values: readonly unknown[]): string | undefined {
  const existing = names.get(text)
  if (existing !== undefined) return existing
  if (unpreparedTexts.has(text)) return undefined
  if (values.length === 0 || values.length > maxValues || names.size >= maxPlans) return undefined
  const name = `plan ${names.size + 1}`
  names.set(text, name)
  return name
}
