import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'

export interface School {
  readonly name: string
  readonly taxNumber: string
}

/** Finds the name and tax number for header and vouchers; takes a scope or, before sign-in, the database. */
export async function findSchool({ trx }: { readonly trx: Kysely<Schema> }): Promise<School> {
  const row = await trx.selectFrom('school').select(['name', 'tax_number']).executeTakeFirst()
  return { name: row?.name ?? 'School', taxNumber: row?.tax_number ?? '' }
}

/**
 * Throws if the database cannot write: inserts a megabyte of rows, which needs new pages on disk, and rolls back.
 * A temporary table is no alternative, because a role that owns nothing may be unable to create one.
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

/** Throws if the database does not answer. */
export async function pingDatabase(db: Kysely<Schema>): Promise<void> {
  await sql`select 1`.execute(db)
}
