import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { bookLaws, brokenLaws } from '#server/records/laws/book-laws.ts'
import { bookHashLaws } from '#server/records/laws/closing-laws.ts'
import { goToDay, septemberFeePeriod } from '#test/dated-payments.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'
import { hashRowsOf, listDigests } from './book-hashes.ts'

const school = await openSchool()
beforeEach(async () => {
  await school.reset()
  const { desk, pay } = await goToDay(school, '2026-12-10')
  for (let rollNo = 1; rollNo <= 3; rollNo += 1) await admit(desk, septemberFeePeriod)
  await generateAndPost(desk, 'Main Campus', '2026-12-01')
  await pay('5Red1-202612', 500)
  await pay('5Red2-202612', 600)
  await pay('5Red3-202612', 700)
})
afterAll(() => school[Symbol.asyncDispose]())

const hashes = () =>
  school.db.selectFrom('book_hashes').selectAll().orderBy('campus').orderBy('place').execute()

const unchangedLaw =
  'a row of money or history is what it was when it got its hash, and none before it is missing'
const oneHashLaw = 'a row of money or history has one hash'

/** Runs these statements, returns the rows that break each law, and undoes the statements. */
async function brokenBy(...statements: readonly string[]): Promise<Record<string, string[]>> {
  const undone = new Error('undone')
  let broken: Record<string, string[]> = {}
  const work = school.db.transaction().execute(async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx)
    const laws = await brokenLaws(trx, bookLaws)
    broken = Object.fromEntries(laws.map(({ law, rows }) => [law, rows.map(({ key }) => key)]))
    throw undone
  })
  await expect(work).rejects.toBe(undone)
  return broken
}

it('finds an amount that was changed in a receipt, its voucher and its history entry', async () => {
  const line = await school.db
    .selectFrom('changes')
    .select('change_no')
    .where('receipt_no', '=', 5)
    .executeTakeFirstOrThrow()
  expect(
    await brokenBy(
      'update receipts set amount = amount - 10000 where receipt_no = 5',
      `update vouchers set received = received - 10000 where voucher_no = '5Red2-202612'`,
      `update changes set after = jsonb_set(jsonb_set(after, '{received}',
         to_jsonb((after ->> 'received')::bigint - 10000)), '{balance}', to_jsonb((after ->> 'balance')::bigint + 10000))
       where receipt_no = 5`,
    ),
  ).toEqual({ [unchangedLaw]: [`history line ${line.change_no}`, 'receipt 5'] })
})

it('finds a deleted history entry by its hash, or by the next hash if both were deleted', async () => {
  const lines = await school.db
    .selectFrom('changes')
    .select('change_no')
    .orderBy('change_no', 'desc')
    .execute()
  const changeNo = lines.find((_, nth) => nth === 3)?.change_no
  expect(await brokenBy(`delete from changes where change_no = ${changeNo}`)).toMatchObject({
    [unchangedLaw]: [`history line ${changeNo}`],
  })
  const brokenByBoth = await brokenBy(
    `delete from changes where change_no = ${changeNo}`,
    `delete from book_hashes where kind = 'history line' and number = ${changeNo}`,
  )
  expect(brokenByBoth[unchangedLaw]).not.toEqual([])
  expect(brokenByBoth[unchangedLaw]).toBeDefined()
})

it('finds two rows that were exchanged', async () => {
  const broken = await brokenBy(
    'update receipts set receipt_no = 99 where receipt_no = 4',
    'update receipts set receipt_no = 4 where receipt_no = 6',
    'update receipts set receipt_no = 6 where receipt_no = 99',
  )
  expect(broken[unchangedLaw]).toEqual(['receipt 4', 'receipt 6'])
})

it('finds a row that was written without a hash', async () => {
  expect(
    await brokenBy(
      'alter table changes disable trigger hash_of_changes',
      `insert into changes (campus, changed_at, changed_by, what) values ('City Campus', now(), 'office', 'rules changed')`,
    ),
  ).toMatchObject({ [oneHashLaw]: [expect.stringMatching(/^history line \d+$/)] })
})

it('does not find the newest rows deleted with their hashes, but their digest differs from the printed digest', async () => {
  const [, before] = await listDigests(school.db)
  const statements = [
    `delete from changes where receipt_no = 6`,
    'delete from receipts where receipt_no = 6',
    `delete from book_hashes where (kind, number) = ('receipt', 6)`,
    `delete from book_hashes where place = (select max(place) from book_hashes where campus = 'Main Campus')
       and campus = 'Main Campus'`,
  ]
  const broken = await brokenBy(...statements)
  expect(Object.keys(broken).filter((law) => law in bookHashLaws)).toEqual([])
  const undone = new Error('undone')
  const work = school.db.transaction().execute(async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx)
    const [, after] = await listDigests(trx)
    expect(after?.digest).not.toEqual(before?.digest)
    expect(before?.receiptNo).toBe(6)
    expect(after?.receiptNo).toBe(5)
    throw undone
  })
  await expect(work).rejects.toBe(undone)
})

it('hashes earlier rows exactly as the triggers would have hashed them', async () => {
  await school.reset()
  for (const minute of [1, 2, 3]) {
    await sql`insert into changes (campus, changed_at, changed_by, what, before, after)
      values ('City Campus', ${`2026-12-10T09:0${minute}:00.123456+05:00`}::timestamptz, 'office', 'rules changed',
        null, '{"b": "بی", "a": 1.50}')`.execute(school.db)
  }
  const written = await hashes()
  await school.db.deleteFrom('book_hashes').execute()
  await school.db.transaction().execute((trx) => hashRowsOf(trx, 'City Campus'))
  expect(written).toHaveLength(3)
  expect(await hashes()).toEqual(written)
  // A second run changes nothing.
  await school.db.transaction().execute((trx) => hashRowsOf(trx, 'City Campus'))
  expect(await hashes()).toEqual(written)
})

it('hashes a text that does not depend on the settings of the session', async () => {
  const texts = (settings: string) =>
    school.db.transaction().execute(async (trx) => {
      await sql.raw(settings).execute(trx)
      return (await sql<{ words: string }>`select words from rows_to_hash order by words`.execute(trx)).rows
    })
  const usual = await texts('select 1')
  expect(
    await texts(
      `set local time zone 'America/New_York'; set local datestyle = 'German'; set local bytea_output = 'escape'`,
    ),
  ).toEqual(usual)
  expect(usual[0]?.words).toMatch(/^\["history line", "Main Campus", \d+, \d{16}, "desk@main.test"/)
})

it('hashes concurrent writes in one order', async () => {
  const { pay } = await goToDay(school, '2026-12-11')
  const city = await school.as('office@city.test')
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, nth) =>
      nth % 5 === 0
        ? admit(city).then(() => 200)
        : pay(`5Red${(nth % 3) + 1}-202612`, 10 + nth).then(({ status }) => status),
    ),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await brokenLaws(school.db)).toEqual([])
})
