import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'

export interface School {
  readonly name: string
  readonly taxNumber: string
}

/** The school's name and tax number, as header and vouchers show them; of a scope, or before sign-in of the database. */
export async function findSchool({ trx }: { readonly trx: Kysely<Schema> }): Promise<School> {
  const row = await trx.selectFrom('school').select(['name', 'tax_number']).executeTakeFirst()
  return { name: row?.name ?? 'School', taxNumber: row?.tax_number ?? '' }
}

/**
 * Fails if the database cannot write: a megabyte of rows takes new pages of its disk, and is rolled back. Not a temporary table,
 * which a role that owns nothing may be unable to create.
 */
export async function writeToDisk(db: Kysely<Schema>): Promise<void> {
  const trx = await db.startTransaction().execute()
  try {
    await sql`insert into sign_in_tries (user_id, address, tried_at, device_hash)
      select 'disk', 'disk', now(), convert_to(repeat('x', 1000), 'UTF8') from generate_series(1, 1000)`.execute(
      trx,
    )
  } finally {
    await trx.rollback().execute()
  }
}

/** Fails if the database does not answer. */
export async function pingDatabase(db: Kysely<Schema>): Promise<void> {
  await sql`select 1`.execute(db)
}
