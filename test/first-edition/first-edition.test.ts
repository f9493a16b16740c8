// @module-tag gate

// A small school that the first edition's program created and backed up, before any later migration existed: it opens
// with today's migrations, its books are correct, and the office can continue to work in it.

import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRows } from '#server/cli/read-backup.ts'
import { migrate, readVersion } from '#server/database/migrate.ts'
import { allMigrations } from '#server/database/migrations.ts'
import { insertJson, listTablesWithTriggers, withoutTriggers } from '#server/records/bulk-rows.ts'
import { continueNumbers } from '#server/records/campus/backups.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { buildApp } from '#server/start/app.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { callerOf, confirming, cookiesIn, password, type Caller } from '#test/school.ts'

const backup = join(import.meta.dirname, 'school.backup')
/** The migrations of the first edition: 1, the tables; 2, arrears, dated fees and voucher editors. */
const firstEdition = allMigrations.slice(0, 2)
const campusPath = 'Main%20Campus'

let database: TestDatabase
let closeApp = async () => {}
let desk: Caller
let admin: Caller

beforeAll(async () => {
  database = await openTestDatabase()
  await sql`drop schema public cascade`.execute(database.kysely)
  await sql`create schema public`.execute(database.kysely)
  await migrate(database.kysely, firstEdition)
  await database.kysely.transaction().execute(async (trx) => {
    await withoutTriggers(trx, await listTablesWithTriggers(trx), async () => {
      for await (const { table, columns, rows } of readRows(backup, null)) {
        await insertJson(trx, { table, columns, json: `[${rows.join(',')}]` })
      }
      await sql`set constraints all immediate`.execute(trx)
    })
    await continueNumbers(trx)
  })
  await migrate(database.kysely)
  const app = await buildApp({
    database,
    clock: () => new Date('2026-11-21T09:00:00+05:00'),
    pageFolder: null,
  })
  closeApp = () => app.close()
  const signIn = async (userId: string) => {
    const { headers } = await callerOf(app, '').post('/users/signin', { userId, password })
    return confirming(callerOf(app, cookiesIn(headers).session ?? ''))
  }
  desk = await signIn('desk@main.test')
  admin = await signIn('admin@main.test')
})
afterAll(async () => {
  await closeApp()
  await database.close()
})

it('opens with every migration, and no law of the books is broken', async () => {
  expect(await readVersion(database.kysely)).toBe(allMigrations.length)
  expect(await brokenLaws(database.kysely)).toEqual([])
  const count = async (table: 'students' | 'vouchers' | 'receipts' | 'changes') =>
    (await database.kysely.selectFrom(table).selectAll().execute()).length
  expect([await count('students'), await count('vouchers'), await count('receipts')]).toEqual([6, 27, 17])
  expect(await count('changes')).toBe(39)
})

it('shows the accounts of students who paid in part, whose fee changed or who graduated as the first edition left them', async () => {
  const account = async (rollNo: number) =>
    (await desk.get(`/admissions/studentAccount/${rollNo}/${campusPath}`)).body
  expect(await account(1)).toMatchObject({
    balance: 4199.25,
    notPosted: 4500,
    studentData: { studentName: 'Ayesha Khan' },
  })
  expect(await account(4)).toMatchObject({ balance: 0, studentData: { state: 'graduated' } })
  expect(await account(2)).toMatchObject({
    balance: 12_300.5,
    notPosted: 4500,
    monthlyFeeData: { monthlyFee: 4600, discount: 100 },
    unpaid: [
      { voucherNo: '5Red2-202608', amount: 4800.5, unpaid: 3300.5 },
      { voucherNo: '5Red2-202609-2', amount: 4500, unpaid: 4500 },
      { voucherNo: '5Red2-202610', unpaid: 4500 },
    ],
  })
})

it("shows the first edition's corrections and its monthly balances by class in newer reports", async () => {
  const days = { fromDate: '2026-08-01', toDate: '2026-11-30' }
  const { body } = await desk.post(`/finances/getExceptions/${campusPath}`, days)
  const exceptions = body['exceptions'] as { kind: string; voucherNo: string; owed: number }[]
  expect(exceptions.map(({ kind, voucherNo, owed }) => [kind, voucherNo, owed])).toEqual([
    ['receipt corrected', '5Red2-202608', 500.25],
    ['large discount', '8Green3adm', -5000],
    ['voucher replaced', '5Red2-202609', -300.5],
    ['voucher re-priced', '1Red5-202610', -450],
  ])
  const september = { fromDate: '2026-09-01', toDate: '2026-09-30' }
  expect((await desk.post(`/finances/getRollForward/${campusPath}`, september)).body['classes']).toEqual([
    {
      studentClass: '1',
      opening: 4000,
      broughtIn: 0,
      charged: 9000,
      adjusted: 0,
      received: 9000,
      closing: 4000,
      notPosted: 0,
    },
    {
      studentClass: '5',
      opening: 3300.5,
      broughtIn: 0,
      charged: 9000,
      adjusted: 0,
      received: 1000,
      closing: 11_300.5,
      notPosted: 0,
    },
    {
      studentClass: '10',
      opening: 0,
      broughtIn: 0,
      charged: 4500,
      adjusted: 0,
      received: 4500,
      closing: 0,
      notPosted: 0,
    },
  ])
})

it('takes a payment, closes a month and corrects a receipt in it without breaking a law', async () => {
  const path = `/finances/markIndividualVoucherAsPaid/${campusPath}/5Red1-202610`
  expect(await desk.post(path, { receivedAmount: 4199.25 })).toMatchObject({ status: 200 })
  expect(await admin.post(`/finances/closeBooks/${campusPath}`, { until: '2026-09-30' })).toMatchObject({
    status: 200,
    body: { figures: { charged: 86_101, received: 70_800.5, closing: 15_300.5, receipts: 14, reversals: 1 } },
  })
  // The receipt of 1,000 on September's voucher of roll no. 1.
  const { receipt_no: receiptNo } = await database.kysely
    .selectFrom('receipts')
    .select('receipt_no')
    .where('voucher_no', '=', '5Red1-202609')
    .executeTakeFirstOrThrow()
  const corrected = { receivedAmount: 900, reason: 'Miscounted' }
  expect(await desk.post(`/finances/correctReceipt/${campusPath}/${receiptNo}`, corrected)).toMatchObject({
    status: 200,
    body: { balance: 100 },
  })
  expect(await brokenLaws(database.kysely)).toEqual([])
})
