import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { allMigrations } from './migrations.ts'

export interface Migration {
  number: number
  name: string
  /** Plain SQL, one or more statements; never changed once released. */
  sql: string
}

interface Applied {
  number: number
  checksum: string
}

// Any number will do, as long as no other program on the same database takes it.
const lockKey = 7_402_160_911

/** Brings the database to the newest version, forward only; two at once wait for each other. Says what it applied. */
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

async function apply<T>(connection: Kysely<T>, migration: Migration) {
  const { number, name } = migration
  try {
    await connection.transaction().execute(async (transaction) => {
      await sql.raw(migration.sql).execute(transaction)
      await sql`insert into migrations (number, name, checksum, applied_at)
        values (${number}, ${name}, ${checksumOf(migration)}, now())`.execute(transaction)
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Migration ${number} (${name}) failed: ${reason}`, { cause: error })
  }
}

function requireUnbrokenOrder(migrations: readonly Migration[]) {
  const misplaced = migrations.find(({ number }, index) => number !== index + 1)
  if (misplaced) throw new Error(`Migration ${misplaced.number} is out of order: they are numbered 1, 2, 3 …`)
}

function requireKnown(applied: readonly Applied[], migrations: readonly Migration[]) {
  for (const [index, { number, checksum }] of applied.entries()) {
    const known = migrations[index]
    if (!known || known.number !== number) {
      throw new Error(`The database is newer than this program: it does not know migration ${number}`)
    }
    if (checksumOf(known) !== checksum) {
      throw new Error(`Migration ${number} (${known.name}) was changed after it had been applied`)
    }
  }
}

const checksumOf = ({ sql: text }: Migration) => createHash('sha256').update(text).digest('hex')
