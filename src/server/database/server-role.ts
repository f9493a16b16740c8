// The rights of the server in PostgreSQL if it does not sign in as the owner of the tables (DATABASE_MIGRATION_URL).
//
// A table that a call reads or writes before it is bound to a session belongs in this list; the migrations grant the
// rights for later acts, as portal_clerk or portal_admin.

import { sql, type Kysely } from 'kysely'
import type { Speedup } from '#server/database/fast/statements.ts'
import { MigrationError } from './migrate.ts'
import { openDatabase, type OpenDatabase } from './open.ts'
import { errorMessage } from './server-errors.ts'

interface Grant {
  readonly table: string
  readonly privileges: string
  /** The commands that a policy allows; missing for a table without row level security. */
  readonly policies?: readonly ('select' | 'insert' | 'update' | 'delete')[]
}

const grants: readonly Grant[] = [
  { table: 'migrations', privileges: 'select' },
  { table: 'school', privileges: 'select' },
  { table: 'campuses', privileges: 'select', policies: ['select'] },
  { table: 'campus_rules', privileges: 'select', policies: ['select'] },
  { table: 'staff', privileges: 'select', policies: ['select'] },
  {
    table: 'sessions',
    privileges: 'select, insert, delete, update (seen_at)',
    policies: ['select', 'insert', 'update', 'delete'],
  },
  {
    table: 'known_devices',
    privileges: 'select, insert, update, delete',
    policies: ['select', 'insert', 'update', 'delete'],
  },
  { table: 'password_links', privileges: 'select, delete', policies: ['select', 'delete'] },
  {
    table: 'security_events',
    privileges: 'select, insert, delete',
    policies: ['select', 'insert', 'delete'],
  },
  // A sign-in marks secrets as used and deletes none.
  { table: 'totp_secrets', privileges: 'select, update (last_step)', policies: ['select', 'update'] },
  { table: 'passkeys', privileges: 'select, update (counter, used_at)', policies: ['select', 'update'] },
  { table: 'recovery_codes', privileges: 'select, update (used_at)', policies: ['select', 'update'] },
  {
    table: 'pending_sign_ins',
    privileges: 'select, insert, update (attempts), delete',
    policies: ['select', 'insert', 'update', 'delete'],
  },
  // Old challenges are deleted by their age; the challenge to sign is not readable.
  {
    table: 'passkey_challenges',
    privileges: 'select (expires_at), delete',
    policies: ['select', 'delete'],
  },
  { table: 'sign_in_tries', privileges: 'select, insert, delete' },
  // Old answers are deleted by their age; their content is not readable.
  { table: 'answers', privileges: 'select (answered_at), delete', policies: ['select', 'delete'] },
  // Imports that were not applied expire by their age, and rows that are not in the books are deleted; their content is
  // not readable.
  {
    table: 'imports',
    privileges: 'select (campus, import_no, state, started_at, applied_at), update (state)',
    policies: ['select', 'update'],
  },
  {
    table: 'import_rows',
    privileges: 'select (campus, import_no, outcome), delete',
    policies: ['select', 'delete'],
  },
]

const clauses = {
  select: 'using (true)',
  insert: 'with check (true)',
  update: 'using (true) with check (true)',
  delete: 'using (true)',
} as const

const policyOf = (table: string, command: keyof typeof clauses): string => `
  drop policy if exists server_${command} on ${table};
  create policy server_${command} on ${table} for ${command} to portal_server ${clauses[command]};`

const grantOf = ({ table, privileges, policies = [] }: Grant): string => `
  revoke all on ${table} from portal_server;
  grant ${privileges} on ${table} to portal_server;
  ${policies.map((command) => policyOf(table, command)).join('')}`

// The role does not inherit: it has the rights of portal_clerk and portal_admin only after a call has switched to them.
const roleSql = `
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_server') then
    create role portal_server nologin noinherit nobypassrls;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
declare
  may_take_on text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
  portal_role text;
begin
  foreach portal_role in array array['portal_clerk', 'portal_admin'] loop
    if not pg_has_role('portal_server', portal_role, may_take_on) then
      execute format('grant %I to portal_server', portal_role);
    end if;
  end loop;
end $$;
grant usage on schema public to portal_server;`

// A sign-in reads the user's row "for share", so that a change of the password waits for it. PostgreSQL requires the
// right to update some column and a policy that admits the row; the policy does not accept a changed row.
const lockStaff = `
grant update (name) on staff to portal_server;
drop policy if exists server_locks on staff;
create policy server_locks on staff for update to portal_server using (true) with check (false);`

// Only the owner of a table may refresh its statistics, which is necessary after a bulk change.
const statistics = `
create or replace function refresh_statistics() returns void language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  own_table text;
begin
  for own_table in select tablename from pg_tables where schemaname = 'public' and tableowner = current_user loop
    execute format('analyze public.%I', own_table);
  end loop;
end $$;
revoke execute on function refresh_statistics() from public;
grant execute on function refresh_statistics() to portal_server;`

/** Lets a role that owns nothing use the rights of portal_server, and no others. */
const joinSql = (login: string): string => `
do $$
declare
  login name := '${login.replaceAll("'", "''")}';
begin
  if not pg_has_role(login, 'portal_server', 'usage') then
    execute format('grant portal_server to %I' ||
      case when current_setting('server_version_num')::int >= 160000 then ' with inherit true' else '' end, login);
  end if;
end $$;`

/**
 * Creates the role portal_server if it is missing, and lets `login` use it. May be repeated. `db` is a connection of
 * the tables' owner, who may create roles. Throws MigrationError.
 */
export async function grantToServer<T>(db: Kysely<T>, login: string): Promise<void> {
  const all = [roleSql, ...grants.map(grantOf), lockStaff, statistics, joinSql(login)].join('\n')
  try {
    await db.transaction().execute((trx) => sql.raw(all).execute(trx))
  } catch (error) {
    throw new MigrationError(
      `DATABASE_MIGRATION_URL: the role portal_server could not be given to "${login}" (${errorMessage(error)}): ` +
        'its user owns the tables and needs CREATEROLE, or a superuser runs: grant portal_clerk, portal_admin to ' +
        `portal_server; grant portal_server to "${login}"`,
      { cause: error },
    )
  }
}

export async function readLogin<T>(db: Kysely<T>): Promise<string> {
  const { rows } = await sql<{ login: string }>`select session_user::text as login`.execute(db)
  return rows[0]?.login ?? ''
}

interface DatabaseSettings {
  readonly databaseUrl: string | null
  /** Set if the tables belong to a user other than the server's. */
  readonly migrationUrl: string | null
  readonly dataDir: string
  readonly disabledSpeedups: readonly Speedup[]
}

/** Opens the database as the owner of its tables, for commands. */
export function openForOwner({
  databaseUrl,
  migrationUrl,
  dataDir,
  disabledSpeedups,
}: DatabaseSettings): Promise<OpenDatabase> {
  // A copy that is still a standby can be checked and backed up.
  const options = { dataDir, disabledSpeedups, acceptsStandby: true }
  if (!migrationUrl) return openDatabase({ url: databaseUrl ?? undefined, ...options })
  return openDatabase({ url: migrationUrl, ...options }).catch((error: unknown) => {
    throw new Error(errorMessage(error).replace('DATABASE_URL', 'DATABASE_MIGRATION_URL'), { cause: error })
  })
}

/** Returns null if the server's user owns the tables too. */
export async function openForServerUser({
  databaseUrl,
  migrationUrl,
  dataDir,
  disabledSpeedups,
}: DatabaseSettings): Promise<OpenDatabase | null> {
  return migrationUrl && databaseUrl ? openDatabase({ url: databaseUrl, dataDir, disabledSpeedups }) : null
}

/** Grants the server its rights if the user of DATABASE_URL does not own the tables. Throws MigrationError. */
export async function grantToServerUser(owner: OpenDatabase, settings: DatabaseSettings): Promise<void> {
  const server = await openForServerUser(settings)
  if (!server) return
  try {
    await grantToServer(owner.kysely, await readLogin(server.kysely))
  } finally {
    await server.close()
  }
}
