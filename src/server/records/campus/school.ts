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

interface CampusMenu {
  readonly cashDrawer: boolean
  readonly approvals: boolean
}

/** Finds what the page's frame shows of a campus: the school, and the entries of the menu that depend on the campus. */
export async function findFrame(
  { trx }: { readonly trx: Kysely<Schema> },
  campus: string,
): Promise<{ readonly school: School; readonly menu: CampusMenu }> {
  const { rows } = await sql<Partial<School> & CampusMenu>`
    select s.name, s.tax_number as "taxNumber",
      exists (select from campus_rules where campus = ${campus} and cash_drawer) as "cashDrawer",
      exists (select from campus_rules where campus = ${campus} and approval_limit is not null)
      or exists (select from approvals where campus = ${campus})
      or exists (select from adjustments where campus = ${campus}) as approvals
    from (values (1)) one left join school s on true`.execute(trx)
  const [{ name, taxNumber, ...menu } = { cashDrawer: false, approvals: false }] = rows
  return {
    school: { name: name ?? 'School', taxNumber: taxNumber ?? '' },
    menu,
  }
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
