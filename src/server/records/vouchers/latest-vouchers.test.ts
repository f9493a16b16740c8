// @module-tag gate

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { allMigrations } from '#server/database/migrations.ts'
import { openDatabase } from '#server/database/open.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { admit, openSchool, type TestSchool } from '#test/school.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
  await runEveryOperation(school)
  await admit(await school.as('office@city.test'))
})
afterAll(async () => school[Symbol.asyncDispose]())

const views = ['latest_vouchers', 'last_posted_vouchers'] as const

/** Lists the campuses of the rows of a view that a clerk of a campus, or without a campus, can read. */
const visibleCampuses = (view: (typeof views)[number], campus: string) =>
  school.db.transaction().execute(async (trx) => {
    await sql`select set_config('app.campus', ${campus}, true), set_config('role', 'portal_clerk', true)`.execute(
      trx,
    )
    const { rows } = await sql<{ campus: string }>`select distinct campus from ${sql.table(view)}`.execute(
      trx,
    )
    return rows.map((row) => row.campus)
  })

const sortByKey = <Row extends { campus: string; voucher_no: string }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
const keyOf = ({ campus, voucher_no }: { campus: string; voucher_no: string }) => `${campus} ${voucher_no}`

it('the views contain the latest valid voucher and the last posted voucher of each student', async () => {
  const vouchers = await school.db.selectFrom('vouchers').selectAll().orderBy('chain_no').execute()
  const valid = vouchers.filter((voucher) => voucher.replaced_by === null && !voucher.voided)
  const byStudent = (rows: typeof vouchers) =>
    new Map(rows.map((voucher) => [`${voucher.campus} ${voucher.roll_no}`, voucher]))
  const latest = byStudent(valid)
  const posted = byStudent(valid.filter((voucher) => voucher.posted))
  const lastPosted = await school.db.selectFrom('last_posted_vouchers').selectAll().execute()
  expect(lastPosted.map(keyOf).toSorted()).toEqual([...posted.values()].map(keyOf).toSorted())
  const inView = await school.db.selectFrom('latest_vouchers').selectAll().execute()
  expect(vouchers.length).toBeGreaterThan(latest.size)
  expect(sortByKey(inView)).toEqual(sortByKey([...latest.values()]))
})

it.each(views)('a clerk reads only rows of their campus from %s and may not change them', async (view) => {
  expect(await visibleCampuses(view, 'Main Campus')).toEqual(['Main Campus'])
  expect(await visibleCampuses(view, 'City Campus')).toEqual(['City Campus'])
  expect(await visibleCampuses(view, '')).toEqual([])
  const { rows } = await sql<{ privilege: string }>`
    select privilege from unnest(array['select', 'insert', 'update', 'delete']) privilege
    where has_table_privilege('portal_clerk', ${view}, privilege)`.execute(school.db)
  expect(rows).toEqual([{ privilege: 'select' }])
})

it('the migration adds the view latest_vouchers to an older data folder', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'before-the-view-'))
  try {
    const oldDatabase = await openDatabase({ dataDir, durable: false })
    await migrate(oldDatabase.kysely, allMigrations.slice(0, 2))
    const { rows: tables } = await sql<{ view: string | null }>`
      select to_regclass('latest_vouchers')::text as view`.execute(oldDatabase.kysely)
    expect(tables).toEqual([{ view: null }])
    await oldDatabase.close()
    const newDatabase = await openDatabase({ dataDir, durable: false })
    expect((await migrate(newDatabase.kysely, allMigrations.slice(0, 3))).map(({ name }) => name)).toEqual([
      'latest vouchers',
    ])
    expect(await newDatabase.kysely.selectFrom('latest_vouchers').selectAll().execute()).toEqual([])
    await newDatabase.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
