// @module-tag gate

// deploy/citus distributes every table, and the keys in the catalogue allow that.

import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from './database.ts'
import { read } from './repository.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

const script = read('deploy/citus/distribute.sql')
const convertedBy = (call: string): string[] =>
  [...script.matchAll(new RegExp(`^select ${call}\\('(\\w+)'`, 'gm'))].map(([, table = '']) => table)
const copied = convertedBy('create_reference_table')
const distributed = convertedBy('create_distributed_table')
const local = convertedBy('citus_add_local_table_to_metadata')

interface Reference {
  readonly name: string
  readonly from: string
  readonly to: string
  /** The first referring column; `refersTo` is its target. */
  readonly column: string
  readonly refersTo: string
}

const listReferences = async (): Promise<Reference[]> => {
  const { rows } = await sql<Reference>`
    select c.conname as name, c.conrelid::regclass::text as from, c.confrelid::regclass::text as to,
      f.attname as column, t.attname as "refersTo"
    from pg_constraint c
      join pg_attribute f on f.attrelid = c.conrelid and f.attnum = c.conkey[1]
      join pg_attribute t on t.attrelid = c.confrelid and t.attnum = c.confkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`.execute(database.kysely)
  return rows
}

test('every table is distributed, copied to each node or local', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(database.kysely)
  expect([...copied, ...distributed, ...local].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('every key of a distributed table begins with its campus, which is never missing', async () => {
  const { rows } = await sql<{ table: string; column: string; isNotNull: boolean }>`
    select i.indrelid::regclass::text as table, a.attname as column, a.attnotnull as "isNotNull"
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisunique and i.indrelid::regclass::text = any (${distributed}::text[])`.execute(
    database.kysely,
  )
  expect(new Set(rows.map(({ table }) => table)).size).toBe(distributed.length)
  expect(rows.filter(({ column, isNotNull }) => column !== 'campus' || !isNotNull)).toEqual([])
})

test('a distributed table refers to rows of its own campus, or to a table that each node has', async () => {
  const references = (await listReferences()).filter(({ from }) => distributed.includes(from))
  expect(references.length).toBeGreaterThan(distributed.length)
  expect(references.filter(({ column, refersTo }) => column !== 'campus' || refersTo !== 'campus')).toEqual(
    [],
  )
  expect(references.filter(({ to }) => local.includes(to))).toEqual([])
})

test('a table that is not distributed refers only to tables with a copy on each node', async () => {
  const references = (await listReferences()).filter(({ from }) => !distributed.includes(from))
  expect(references.filter(({ to }) => !copied.includes(to))).toEqual([])
})

test('a table is converted after the tables that it refers to', async () => {
  const order = [...copied, ...distributed, ...local]
  const tooEarly = (await listReferences()).filter(({ from, to }) => order.indexOf(from) < order.indexOf(to))
  expect(tooEarly).toEqual([])
})
