import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'
import { databaseUrl, onServer } from './database-template.ts'
import { prefixOf } from './global-setup.ts'

export interface TestDatabase extends OpenDatabase, AsyncDisposable {
  /** Empties every table; fast enough to run before each test. */
  empty: () => Promise<void>
}

/** Opens a migrated, empty database for one test file; with `durable` its commits wait for the disk. */
export async function openTestDatabase({ durable = false } = {}): Promise<TestDatabase> {
  const copy = await copyTemplate()
  const { disabledSpeedups } = readConfig(process.env)
  const database = await openDatabase({ ...copy.settings, durable, disabledSpeedups })
  async function close() {
    await database.close()
    await copy.remove()
  }
  return {
    ...database,
    empty: async () => {
      await emptyAll.execute(database.kysely)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface Reusable {
  readonly database: TestDatabase
  /** A hash of the catalogue at opening. */
  readonly catalogue: string
}

/** Databases released by this worker's finished files: empty, with an unchanged schema. */
const unused: Reusable[] = []

/** Reuses a database that this worker has closed, because opening one takes longer than the tests of most files. */
export async function reuseTestDatabase(): Promise<TestDatabase> {
  const { database, catalogue } = unused.pop() ?? (await openReusable())
  const release = async () => {
    if (await isAsOpened(database, catalogue)) unused.push({ database, catalogue })
    else await database.close()
  }
  // Releases once; otherwise two files would get the same database, and one could close it while the other uses it.
  let released: Promise<void> | undefined
  const close = () => (released ??= release())
  return { ...database, close, [Symbol.asyncDispose]: close }
}

async function openReusable(): Promise<Reusable> {
  const database = await openTestDatabase()
  return { database, catalogue: await readCatalogue(database) }
}

/** Empties a database. Returns false if it cannot be reused: a test changed its schema or lost its connection. */
async function isAsOpened(database: TestDatabase, catalogue: string): Promise<boolean> {
  try {
    await database.empty()
    await sql`vacuum`.execute(database.kysely)
    return (await readCatalogue(database)) === catalogue
  } catch {
    return false
  }
}

/** Returns a hash that changes with the schema, because each change writes a new version of a catalogue row. */
async function readCatalogue({ kysely }: OpenDatabase): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select md5(string_agg(version, ',' order by version)) as hash from (
      select concat_ws(' ', tableoid, oid, xmin) from pg_class where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', tableoid, attrelid, attnum, xmin) from pg_attribute
      union all select concat_ws(' ', tableoid, oid, xmin) from pg_attrdef
      union all select concat_ws(' ', tableoid, oid, xmin) from pg_constraint
      union all select concat_ws(' ', tableoid, oid, xmin) from pg_trigger
      union all select concat_ws(' ', tableoid, oid, xmin) from pg_policy
      union all select concat_ws(' ', tableoid, oid, xmin) from pg_proc
    ) as versions(version)`.execute(kysely)
  return rows[0]?.hash ?? ''
}

async function copyTemplate() {
  const template = inject('databaseTemplate')
  const folder = inject('databaseFolder')
  const name = `${prefixOf(folder)}${randomBytes(6).toString('hex')}`
  if (template.engine === 'embedded') {
    const dataDir = join(folder, name)
    // From Node 22 on a copied folder gets the default mode, which the server refuses.
    mkdirSync(dataDir, { mode: 0o700 })
    cpSync(template.dir, dataDir, { recursive: true })
    return { settings: { dataDir }, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
  }
  const { url } = template
  await onServer(url, async (client) => {
    await client.query(`create database "${name}" template "${template.name}"`)
  })
  return {
    settings: { dataDir: '', url: databaseUrl(url, name) },
    remove: () =>
      onServer(url, async (client) => {
        await client.query(`drop database if exists "${name}" with (force)`)
      }),
  }
}

// Deleting is several times as fast as truncate, which creates new files for each table and index. Constraints and
// triggers are off, so the order does not matter; on a server this requires a superuser.
const emptyAll = sql`
  do $$
  declare
    name text;
  begin
    set local session_replication_role = replica;
    for name in
      select format('%I.%I', schemaname, tablename) from pg_tables
      where schemaname = 'public' and tablename <> 'migrations'
    loop
      execute 'delete from ' || name;
    end loop;
    perform setval(seqrelid, seqstart, false) from pg_sequence where pg_sequence_last_value(seqrelid) is not null;
  end $$`
