// Records for the operator at the command line: over all campuses, on the owner's connection.

import { sql, type Kysely, type Transaction } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { counters } from '#server/records/counters.ts'

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
