import { CompiledQuery, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Runs one statement with its values; answers its rows. */
export type Statement<Row> = (db: Kysely<Schema>, values: readonly unknown[]) => Promise<readonly Row[]>

/**
 * A statement whose text is put together once, with `$1` and so on for its values: for what every call asks, as
 * putting the text together again takes as long as sending it.
 */
export const statement =
  <Row>(text: string): Statement<Row> =>
  async (db, values) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as of sql<Row>: who writes the text says what it answers
    return rows as Row[]
  }
