import type { Schema } from '#server/database/schema.ts'
import { sql, type Kysely } from 'kysely'

export interface School {
  readonly name: string
  readonly taxNumber: string
}

/** The school's name and tax number, as header and vouchers show them; of a scope, or before sign-in of the database. */
export async function findSchool({ trx }: { readonly trx: Kysely<Schema> }): Promise<School> {
  const row = await trx.selectFrom('school').select(['name', 'tax_number']).executeTakeFirst()
  return { name: row?.name ?? 'School', taxNumber: row?.tax_number ?? '' }
}

/** Fails where the database cannot write: a temporary table takes new pages of its disk. */
export const writeToDisk = (db: Kysely<Schema>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`create temporary table written on commit drop as
      select repeat('x', 1000) as text from generate_series(1, 1000)`.execute(trx)
  })

/** Fails where the database does not answer. */
export async function pingDatabase(db: Kysely<Schema>): Promise<void> {
  await sql`select 1`.execute(db)
}
