// Speedup "plans": a statement with values is prepared once for each connection, as parsing and planning a look-up under row
// security takes PostgreSQL three times as long as running it. Paid for by row 2a of docs/performance.md
// (docs/decisions/0070-pool-transaction-query.md).

import { CompiledQuery, type QueryExecutorProvider, type QueryResult, type RawBuilder } from 'kysely'
import type { QueryResult as PgResult, PoolClient } from 'pg'

/**
 * Each speedup can be switched off by `openDatabase({ plain: ['plans'] })` or by PORTAL_PLAIN=pipeline,plans in the environment;
 * everything then works as before, only slower. Leaving DATABASE_REPLICA_URL out switches off standby routing.
 */
export const speedups = ['pipeline', 'plans'] as const
export type Speedup = (typeof speedups)[number]

/** The tables, or a transaction on them. */
interface Database extends QueryExecutorProvider {
  readonly executeQuery: <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>
}

export type Statement<Row> = (db: Database, values: readonly unknown[]) => Promise<readonly Row[]>

/**
 * The text is built once, with `$1` and so on for values: for statements of nearly every call, as building it again takes as long
 * as sending it. Row 2a of docs/performance.md pays for it: 0.67 instead of 0.50 ms of the server's time.
 */
export const statement =
  <Row>(text: string): Statement<Row> =>
  async (db, values) => {
    // As with sql<Row>, the caller states the type of the rows.
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }

export type Send = (text: string, values: readonly unknown[]) => Promise<PgResult>

/** Each statement is planned again. */
export const sendUnprepared =
  (client: PoolClient): Send =>
  (text, values) =>
    client.query({ text, values: [...values] })

/** Sends each statement under the name of its plan, if it keeps one. */
export const sendPrepared =
  (client: PoolClient): Send =>
  (text, values) => {
    const name = planName(text, values)
    return client.query({ ...(name !== undefined && { name }), text, values: [...values] })
  }

/** Planned each time. */
const unpreparedTexts = new Set<string>()

/** Runs a statement over many rows, whose best plan depends on its values: it is planned each time. */
export async function executeUnprepared<Row>(
  db: Database,
  query: RawBuilder<Row>,
): Promise<QueryResult<Row>> {
  const compiled = query.compile(db)
  unpreparedTexts.add(compiled.sql)
  return db.executeQuery<Row>(compiled)
}

/** Inserts of many rows rarely have the same number of values twice: their plans would not be used again. */
const maxValues = 60
/** More than the product's statements, so that a fault that makes new ones does not fill the memory of the database. */
const maxPlans = 800

const names = new Map<string, string>()

/** Undefined for a statement that is planned each time. */
export function planName(text: string, values: readonly unknown[]): string | undefined {
  const existing = names.get(text)
  if (existing !== undefined) return existing
  if (unpreparedTexts.has(text)) return undefined
  if (values.length === 0 || values.length > maxValues || names.size >= maxPlans) return undefined
  const name = `plan ${names.size + 1}`
  names.set(text, name)
  return name
}
