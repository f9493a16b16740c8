import { PGlite } from '@electric-sql/pglite'

/** A freshly migrated database in memory, asked with plain SQL. */
export interface Catalogue {
  rows<T>(query: string): Promise<T[]>
  close(): Promise<void>
}

/** Runs the migrations on an empty database, so that what is generated from it is what a school will have. */
export async function openCatalogue(migrations: readonly { sql: string }[]): Promise<Catalogue> {
  const db = await PGlite.create()
  for (const { sql } of migrations) await db.exec(sql)
  return {
    rows: async <T>(query: string) => (await db.query<T>(query)).rows,
    close: () => db.close(),
  }
}
