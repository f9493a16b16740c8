import { PGlite } from '@electric-sql/pglite'

/** A newly migrated database in memory, for queries in plain SQL. */
export interface Catalogue {
  rows<T>(query: string): Promise<T[]>
  close(): Promise<void>
}

/** Migrates an empty database, so that the generated files match a real school's. */
export async function openCatalogue(migrations: readonly { sql: string }[]): Promise<Catalogue> {
  const db = await PGlite.create()
  for (const { sql } of migrations) await db.exec(sql)
  return {
    rows: async <T>(query: string) => (await db.query<T>(query)).rows,
    close: () => db.close(),
  }
}
