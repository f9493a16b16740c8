import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { allMigrations } from './migrations.ts'
import { errorMessage } from './server-errors.ts'

export interface Migration {
  number: number
  name: string
  /** Never changed once released. */
  sql: string
}

/** Thrown with the cause and the remedy in one line. */
export class MigrationError extends Error {}

export const latestVersion = allMigrations.length

interface Applied {
  number: number
  checksum: string
}

// Advisory locks of all programs on a database share one range of numbers; no other lock has this number.
const lockKey = 7_402_160_911

/**
 * Applies the missing migrations, forward only, and returns them; a second caller waits for the first. Throws
 * MigrationError if a migration fails, was changed after it was applied, or is unknown.
 */
export function migrate<T>(
  db: Kysely<T>,
  migrations: readonly Migration[] = allMigrations,
): Promise<Migration[]> {
  requireUnbrokenOrder(migrations)
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${sql.lit(lockKey)})`.execute(connection)
    try {
      return await applyMissing(connection, migrations)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(lockKey)})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function applyMissing<T>(connection: Kysely<T>, migrations: readonly Migration[]) {
  if (!(await mayCreateTables(connection))) return requireAllApplied(connection, migrations)
  await sql`
    create table if not exists migrations (
      number int primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null
    )`.execute(connection)
  const { rows } = await sql<Applied>`select number, checksum from migrations order by number`.execute(
    connection,
  )
  requireKnown(rows, migrations)

  const missing = migrations.slice(rows.length)
  for (const migration of missing) await apply(connection, migration)
  return missing
}

async function mayCreateTables<T>(connection: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege(current_schema(), 'create') as may`.execute(connection)
  return rows[0]?.may === true
}

/** Refuses an older database to a role that owns nothing, because it cannot change tables. */
async function requireAllApplied<T>(connection: Kysely<T>, migrations: readonly Migration[]): Promise<[]> {
  const version = await readVersion(connection)
  if (version < migrations.length) {
    throw new MigrationError(
      `The database has version ${version} and this program ${migrations.length}, and the user of DATABASE_URL may ` +
        'not change tables: set DATABASE_MIGRATION_URL to their owner, at this start or for "npm run portal -- migrate"',
    )
  }
  const { rows } = await sql<Applied>`select number, checksum from migrations order by number`.execute(
    connection,
  )
  requireKnown(rows, migrations)
  return []
}

async function apply<T>(connection: Kysely<T>, migration: Migration) {
  const { number, name } = migration
  try {
    await connection.transaction().execute(async (transaction) => {
      await sql.raw(migration.sql).execute(transaction)
      await sql`insert into migrations (number, name, checksum, applied_at)
        values (${number}, ${name}, ${checksumOf(migration)}, now())`.execute(transaction)
    })
  } catch (error) {
    throw new MigrationError(
      `Migration ${number} (${name}) failed and was rolled back: ${errorMessage(error)}. The database stays at ` +
        `version ${number - 1}: correct the migration and start again, or start the program's previous version`,
      { cause: error },
    )
  }
}

function requireUnbrokenOrder(migrations: readonly Migration[]) {
  const misplaced = migrations.find(({ number }, index) => number !== index + 1)
  if (misplaced)
    throw new Error(`Migration ${misplaced.number} is out of order: migrations are numbered 1, 2, 3 …`)
}

function requireKnown(applied: readonly Applied[], migrations: readonly Migration[]) {
  for (const [index, { number, checksum }] of applied.entries()) {
    const migration = migrations[index]
    if (migration?.number !== number) {
      throw new MigrationError(
        `The database is newer than this program, which does not have its migration ${number}: start the version of ` +
          'the program that applied it',
      )
    }
    if (checksumOf(migration) !== checksum) {
      throw new MigrationError(
        `Migration ${number} (${migration.name}) was changed after it was applied to this database: undo the change ` +
          'and write it as a new migration. In development, where the data can be lost, delete the folder DATA_DIR or ' +
          'drop and create the database of DATABASE_URL instead, and start again',
      )
    }
  }
}

const checksumOf = ({ sql: text }: Migration) => createHash('sha256').update(text).digest('hex')

/** Returns 0 for an empty database. */
export async function readVersion<T>(db: Kysely<T>): Promise<number> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('migrations') is not null as exists`.execute(db)
  if (!rows[0]?.exists) return 0
  const applied = await sql<{ count: number }>`select count(*)::int as count from migrations`.execute(db)
  return applied.rows[0]?.count ?? 0
}
