// Finds risks that a database loses or leaks data. Each finding is one line with the risk and its remedy.

import { sql, type Kysely } from 'kysely'
import type { OpenDatabase } from './open.ts'

/** The facts about a database that a connection shows. */
export interface Facts {
  readonly major: number
  readonly checksums: boolean
  readonly fsync: boolean
  readonly fullPageWrites: boolean
  readonly waitsForDisk: boolean
  readonly isEncrypted: boolean
  /** The address as the server sees it; null for a socket of the same machine. */
  readonly serverAddress: string | null
  readonly login: string
  readonly isSuperuser: boolean
  readonly bypassesRls: boolean
  readonly createsRoles: boolean
  readonly ownsTables: boolean
}

/** The last day of updates by version (postgresql.org/support/versioning). */
const lastUpdates: Readonly<Record<number, string>> = {
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
}

const isLocal = (address: string | null): boolean => address === null || /^(127\.|::1)/.test(address)

async function readFacts<T>(db: Kysely<T>): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select current_setting('server_version_num')::int / 10000 as major,
      current_setting('data_checksums') = 'on' as checksums,
      current_setting('fsync') = 'on' as fsync,
      current_setting('full_page_writes') = 'on' as "fullPageWrites",
      current_setting('synchronous_commit') <> 'off' as "waitsForDisk",
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
      host(inet_server_addr()) as "serverAddress",
      session_user::text as login, rolsuper as "isSuperuser", rolbypassrls as "bypassesRls",
      rolcreaterole as "createsRoles",
      exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and pg_has_role(session_user, c.relowner, 'usage')) as "ownsTables"
    from pg_roles where rolname = session_user`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('The database does not know its own user')
  return facts
}

function findingsOfDisk(facts: Facts): string[] {
  const { fsync, fullPageWrites, waitsForDisk, checksums } = facts
  return [
    fsync
      ? ''
      : 'fsync is off: a power cut can destroy the whole database. Set "fsync = on" in postgresql.conf and reload',
    fullPageWrites
      ? ''
      : 'full_page_writes is off: a power cut can leave half-written pages. Set "full_page_writes = on" in postgresql.conf and reload',
    waitsForDisk
      ? ''
      : 'synchronous_commit is off: a power cut loses payments that were confirmed. Set "synchronous_commit = on" in postgresql.conf, or for the user or the database, and reload',
    checksums
      ? ''
      : 'data_checksums is off: a damaged disk changes books unnoticed. Stop PostgreSQL and run "pg_checksums --enable" on its folder',
  ]
}

function findingsOfLogin(facts: Facts): string[] {
  const { login, isSuperuser, bypassesRls, createsRoles, ownsTables } = facts
  const remedy =
    'Let the server sign in as a role that owns nothing (docs/operating.md, "A role that owns nothing")'
  if (isSuperuser) {
    return [
      `The user "${login}" is a superuser: a fault in the server could read and change everything, also other databases. ${remedy}`,
    ]
  }
  return [
    bypassesRls
      ? `The user "${login}" has BYPASSRLS: the database would not keep campuses apart where a query forgets to. Run "alter role ${login} nobypassrls"`
      : '',
    ownsTables
      ? `The user "${login}" owns the tables: a fault in the server could change the books' history and its own rights. ${remedy}`
      : '',
    createsRoles && !ownsTables
      ? `The user "${login}" can create roles, which the server does not need. Run "alter role ${login} nocreaterole"`
      : '',
  ]
}

function findingsOfServer({ major, isEncrypted, serverAddress }: Facts, today: string): string[] {
  const end = lastUpdates[major]
  return [
    isEncrypted || isLocal(serverAddress)
      ? ''
      : `The connection to ${serverAddress} is not encrypted: the network can read children's records and change payments. Set up TLS in PostgreSQL and add "sslmode=verify-full" to DATABASE_URL`,
    end !== undefined && end < today
      ? `PostgreSQL ${major} has had no security updates since ${end}: upgrade it to a later version`
      : '',
  ]
}

/** Lists the findings of these facts; `today` is an ISO date. */
export function listFindings(facts: Facts, engine: OpenDatabase['engine'], today: string): string[] {
  // The embedded database has one user and no connections from elsewhere.
  const serverFindings =
    engine === 'postgresql' ? [...findingsOfLogin(facts), ...findingsOfServer(facts, today)] : []
  return [...findingsOfDisk(facts), ...serverFindings].filter((finding) => finding !== '')
}

/** Lists the findings of a database, each in one line; empty if nothing needs attention. */
export const examineDatabase = async <T>(
  db: Kysely<T>,
  engine: OpenDatabase['engine'],
  now: Date,
): Promise<string[]> => listFindings(await readFacts(db), engine, now.toISOString().slice(0, 10))
