import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestSchool } from '#test/school.ts'

/** Rows are counted with the sum of the transactions that wrote them, as in "12 by 8341". */
interface Version {
  readonly rows: string
  /** The rows from before some transaction. */
  readonly older: string
  /** The number of the others. */
  readonly newer: number
}

export type Versions = Readonly<Record<string, Version>>

/**
 * The version of each table but some, which any insertion, change or deletion alters, with the rows before the transaction
 * `since`. Reading the rows themselves takes longer than the calls.
 */
export async function versionsOf(
  { db }: TestSchool,
  since: string,
  except: readonly string[],
): Promise<Versions> {
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const tables = rows.map(({ name }) => name).filter((name) => !except.includes(name))
  const writer = sql`xmin::text::bigint`
  const isOlder = sql`filter (where ${writer} < ${sql.lit(since)}::bigint)`
  const versions = tables.map(
    (name) =>
      sql`(select json_build_object('rows', count(*) || ' by ' || coalesce(sum(${writer}), 0),
        'older', count(*) ${isOlder} || ' by ' || coalesce(sum(${writer}) ${isOlder}, 0),
        'newer', count(*) - count(*) ${isOlder}) from ${sql.table(name)}) as ${sql.ref(name)}`,
  )
  const read = await sql<Record<string, Version>>`select ${sql.join(versions)}`.execute(db)
  return read.rows[0] ?? {}
}

/** The changed tables, each with its new rows if all earlier ones are unchanged: `1 new`. */
export function changesBetween(before: Versions, after: Versions): Readonly<Record<string, string>> {
  const changed = Object.entries(after).filter(([name, { rows }]) => rows !== before[name]?.rows)
  return Object.fromEntries(
    changed.map(([name, { older, newer }]) => [
      name,
      older === before[name]?.rows ? `${newer} new` : 'earlier rows changed',
    ]),
  )
}

/** The next transaction's number: unchanged if nothing was written, not even in a rolled-back transaction. */
export async function nextTransaction({ db }: TestSchool): Promise<string> {
  const read = await sql<{
    next: string
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  return read.rows[0]?.next ?? expect.fail('the number of a transaction')
}
