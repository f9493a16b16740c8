import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { migrate } from '#server/database/migrate.ts'
import { allMigrations } from '#server/database/migrations.ts'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'

/** A migrated, empty database; each test file gets a copy of it. */
export type Template =
  { engine: 'embedded'; dir: string } | { engine: 'postgresql'; url: string; name: string }

const store = join(import.meta.dirname, '..', 'node_modules', '.cache', 'school-portal')

// Includes the engine's version: another version cannot open the folder.
const fingerprint = createHash('sha256')
  .update(JSON.stringify([allMigrations, 'pglite 0.5.16 alone']))
  .digest('hex')
  .slice(0, 16)

/** Finds or creates the template for the current migrations: on the server at `url`, otherwise in a folder. */
export const findTemplate = (url: string | undefined): Promise<Template> =>
  url ? findOnServer(url) : findInStore()

async function findInStore(): Promise<Template> {
  mkdirSync(store, { recursive: true })
  const dir = join(store, `database-${fingerprint}`)
  if (!existsSync(dir)) await createInStore(dir)
  utimesSync(dir, new Date(), new Date())
  removeOld()
  return { engine: 'embedded', dir }
}

async function createInStore(dir: string) {
  const unfinished = mkdtempSync(join(store, 'unfinished-'))
  await migrateInto({ dataDir: unfinished, durable: false }, dropSpareDatabases)
  try {
    renameSync(unfinished, dir)
  } catch (error) {
    // Another run has created the same template meanwhile.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(dir)) throw error
  }
}

// The spare databases are two thirds of the files in each copy.
async function dropSpareDatabases({ kysely }: OpenDatabase) {
  await sql`update pg_database set datistemplate = false`.execute(kysely)
  await sql`drop database template0`.execute(kysely)
  await sql`drop database template1`.execute(kysely)
}

async function migrateInto(
  settings: Parameters<typeof openDatabase>[0],
  afterwards: (database: OpenDatabase) => Promise<void> = async () => {},
) {
  const database = await openDatabase(settings)
  try {
    await migrate(database.kysely)
    await afterwards(database)
  } finally {
    await database.close()
  }
}

function removeOld() {
  const aDay = 24 * 60 * 60 * 1000
  for (const entry of readdirSync(store)) {
    const path = join(store, entry)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > aDay) rmSync(path, { recursive: true, force: true })
  }
}

async function findOnServer(url: string): Promise<Template> {
  const name = `portal_template_${fingerprint}`
  await onServer(url, async (client) => {
    // If several runs use one server, one creates the template and the others wait for it.
    await client.query('select pg_advisory_lock(7402160912)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const unfinished = `${name}_unfinished`
    await client.query(`drop database if exists ${unfinished}`)
    await client.query(`create database ${unfinished}`)
    await migrateInto({ url: databaseUrl(url, unfinished), dataDir: '' })
    await client.query(`alter database ${unfinished} rename to ${name}`)
  })
  return { engine: 'postgresql', url, name }
}

/** Runs `work` on a new connection to the server at `url`. */
export async function onServer(url: string, work: (client: Client) => Promise<void>) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Returns the URL of another database with the same server and user. */
export function databaseUrl(url: string, name: string) {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
