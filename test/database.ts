import { randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { databaseUrl, onServer } from './database-template.ts'
import { prefixOf } from './global-setup.ts'

export interface TestDatabase extends OpenDatabase, AsyncDisposable {
  /** Empties every table, fast enough for before each test. */
  empty: () => Promise<void>
}

/** A migrated, empty database of its own for one test file; `durable` makes its commits wait for the disk. */
export async function openTestDatabase({ durable = false } = {}): Promise<TestDatabase> {
  const place = await copyTemplate()
  const database = await openDatabase({ ...place.settings, durable, plain: readConfig(process.env).plain })
  async function close() {
    await database.close()
    await place.remove()
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
  /** What the catalogue held when it was opened. */
  readonly catalogue: string
}

/** What finished test files of this worker have left, each empty and with the schema that it was opened with. */
const unused: Reusable[] = []

/**
 * As `openTestDatabase`, but takes one that an earlier file of this worker has closed when there is one: opening costs
 * more than most files' tests.
 */
export async function reuseTestDatabase(): Promise<TestDatabase> {
  const { database, catalogue } = unused.pop() ?? (await openReusable())
  const close = async () => {
    if (await isAsOpened(database, catalogue)) unused.push({ database, catalogue })
    else await database.close()
  }
  return { ...database, close, [Symbol.asyncDispose]: close }
}

async function openReusable(): Promise<Reusable> {
  const database = await openTestDatabase()
  return { database, catalogue: await readCatalogue(database) }
}

/** Empties a database; false when it cannot be used again, because a test has changed its schema or lost its connection. */
async function isAsOpened(database: TestDatabase, catalogue: string): Promise<boolean> {
  try {
    await database.empty()
    await sql`vacuum`.execute(database.kysely)
    return (await readCatalogue(database)) === catalogue
  } catch {
    return false
  }
}

/** A hash that any change of the schema changes: each writes a new version of some catalogue row. */
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

// Several times as fast as truncate, which makes new files for each table and index. Constraints and triggers sleep
// meanwhile, so the order does not matter; on a server this asks for a superuser.
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
