import { sql } from 'kysely'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'
import { grantToServer } from '#server/database/server-role.ts'
import { databaseUrl } from './database-template.ts'
import type { TestDatabase } from './database.ts'

/** A role that may sign in, owns nothing and cannot create roles. */
const roleName = 'portal_test_login'
const password = 'only-for-tests'

/**
 * Signs in to a migrated database as a role with only the server's rights: on PostgreSQL by its URL, on the embedded
 * database, which has one session, by a change of the session's role. `close` signs out again.
 */
export async function openWithServerRights(database: TestDatabase): Promise<OpenDatabase> {
  const { kysely, engine } = database
  await sql
    .raw(
      `do $$ begin
         create role ${roleName} login nosuperuser nocreaterole nocreatedb nobypassrls password '${password}';
       exception when duplicate_object or unique_violation then null;
       end $$`,
    )
    .execute(kysely)
  await grantToServer(kysely, roleName)
  if (engine === 'embedded') {
    await sql.raw(`set session authorization ${roleName}`).execute(kysely)
    const close = async () => void (await sql`set session authorization postgres`.execute(kysely))
    return { ...database, close }
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely)
  const url = new URL(databaseUrl(process.env['DATABASE_URL'] ?? '', rows[0]?.name ?? ''))
  url.username = roleName
  url.password = password
  return openDatabase({ url: url.href, dataDir: '' })
}
