import { CompiledQuery, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Runs one statement with its values and returns its rows. */
export type Statement<Row> = (db: Kysely<Schema>, values: readonly unknown[]) => Promise<readonly Row[]>

/**
 * A statement whose text is built once, with `$1` and so on for its values: for statements of nearly every call, as
 * building the text again takes as long as sending it. Row 2a of docs/performance.md pays for it: 0.67 instead of
 * 0.50 ms of the server's time (docs/decisions/0025-fewer-waits-on-the-wire.md).
 */
export const statement =
  <Row>(text: string): Statement<Row> =>
  async (db, values) => {
    // As with sql<Row>, the caller states the type of the rows.
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }
