import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestSchool } from '#test/school.ts'

/** The number of rows, with the sum of the transactions that wrote them, as in "12 by 8341". */
interface Version {
  readonly rows: string
  /** The rows that were written before a transaction. */
  readonly older: string
  /** The number of the other rows. */
  readonly newer: number
}

export type Versions = Readonly<Record<string, Version>>

/**
 * Returns the version of each table outside `except`: any insertion, change or deletion alters it. Rows from before the
 * transaction `since` count as older. Reading the rows themselves would take longer than the calls.
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

/** Returns the changed tables, each with the number of new rows if all earlier rows are unchanged: `1 new`. */
export function changesBetween(before: Versions, after: Versions): Readonly<Record<string, string>> {
  const changed = Object.entries(after).filter(([name, { rows }]) => rows !== before[name]?.rows)
  return Object.fromEntries(
    changed.map(([name, { older, newer }]) => [
      name,
      older === before[name]?.rows ? `${newer} new` : 'earlier rows changed',
    ]),
  )
}

/** Returns the next transaction's number, which stays the same if no transaction wrote, not even a rolled-back one. */
export async function nextTransaction({ db }: TestSchool): Promise<string> {
  const read = await sql<{
    next: string
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  return read.rows[0]?.next ?? expect.fail('the number of a transaction')
}
