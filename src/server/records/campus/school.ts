import { sql, type Kysely, type Transaction } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { counters } from '#server/records/counters.ts'

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

// The following records are for the operator at the command line: over all campuses, on the owner's connection.

/** Sets the name and tax number of the school, replacing earlier values. */
export async function saveSchool(
  db: Kysely<Schema>,
  { name, taxNumber }: { readonly name: string; readonly taxNumber: string },
): Promise<void> {
  const school = { name, tax_number: taxNumber }
  await db
    .insertInto('school')
    .values(school)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(school))
    .execute()
}

/** True if the school has a name or a campus. */
export async function hasSchool(db: Kysely<Schema>): Promise<boolean> {
  const school = await db.selectFrom('school').select('name').executeTakeFirst()
  const campus = await db.selectFrom('campuses').select('campus').limit(1).executeTakeFirst()
  return school !== undefined || campus !== undefined
}

/** Makes others who set up a school or a campus wait until this transaction ends. */
export async function lockSchoolSetup(trx: Transaction<Schema>): Promise<void> {
  await sql`lock table campuses in exclusive mode`.execute(trx)
}

/** Adds a campus and returns null. If the name exists, ignoring case, writes nothing and returns the existing name. */
export async function addCampus(trx: Transaction<Schema>, campus: string): Promise<string | null> {
  await lockSchoolSetup(trx)
  const existing = await trx
    .selectFrom('campuses')
    .select('campus')
    .where((eb) => eb(eb.fn('lower', ['campus']), '=', campus.toLowerCase()))
    .executeTakeFirst()
  if (existing) return existing.campus
  await trx.insertInto('campuses').values({ campus }).execute()
  await trx
    .insertInto('counters')
    .values(counters.map((counter) => ({ campus, counter })))
    .execute()
  return null
}

/** Waits for the running calls of the campus; later calls wait until this transaction ends. */
export async function lockCampus(trx: Transaction<Schema>, campus: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${campus}, 0))::text`.execute(trx)
}

export async function listCampusNames(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('campuses').select('campus').orderBy('campus').execute()
  return rows.map(({ campus }) => campus)
}

/** A campus with its number of enabled users and of active students. */
export interface CampusSize {
  readonly campus: string
  readonly users: number
  readonly students: number
}

/** Lists all campuses by name. */
export async function listCampusSizes(db: Kysely<Schema>): Promise<CampusSize[]> {
  const { rows } = await sql<CampusSize>`
    select campus,
      (select count(*)::int from staff s where s.campus = c.campus and not disabled) as users,
      (select count(*)::int from students s where s.campus = c.campus and state = 'active') as students
    from campuses c order by campus`.execute(db)
  return rows
}
