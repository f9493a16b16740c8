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
