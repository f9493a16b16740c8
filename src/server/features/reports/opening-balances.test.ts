// The opening balances of imported students in every report (docs/decisions/0063-moving-in.md).

import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { bookClosings } from '#contract/closed-days.ts'
import { campusOverview } from '#contract/overview.ts'
import { ages } from '#domain/ageing.ts'
import { entryNote } from '#domain/book-entry.ts'
import { receivedHeads } from '#domain/received-heads.ts'
import { figureNames, movedIn } from '#domain/roll-forward.ts'
import { ageingList } from '#reports/ageing.ts'
import { collectionList } from '#reports/collection.ts'
import { concessionList } from '#reports/concessions.ts'
import { dayBookList } from '#reports/day-book.ts'
import { exceptionList } from '#reports/exceptions.ts'
import { journalList } from '#reports/journal.ts'
import { receivedHeadList } from '#reports/received-heads.ts'
import { rollForwardList } from '#reports/roll-forward.ts'
import { studentList } from '#reports/student-list.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { hashRowsOf } from '#server/records/books/book-hashes.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { goToDay as go, type OfficeDay } from '#test/dated-payments.ts'
import { bringIn } from '#test/moving-in.ts'
import { getRows } from '#test/report-rows.ts'
import { replyOf } from '#test/sample-calls.ts'
import { generateAndPost, openSchool } from '#test/school.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
let day: OfficeDay
const goToDay = async (date: string) => (day = await go(school, date))
type Filters = Readonly<Record<string, string>>
const october = { fromDate: '2026-10-01', toDate: '2026-10-31' }
const november = { fromDate: '2026-11-01', toDate: '2026-11-30' }

/** Student 1023 owes 7,500, pays 2,500 and gets a November voucher; 1024 of class 6 has an advance, 1025 no balance. */
beforeEach(async () => {
  await school.reset()
  await goToDay('2026-11-02')
  await bringIn(school, { rollNo: 1023, balance: 7500 })
  await bringIn(school, { rollNo: 1024, balance: -3000, record: { studentClass: '6' } })
  await bringIn(school, { rollNo: 1025 })
  await goToDay('2026-11-03')
  await day.pay('5Red1023open', 2500)
  await goToDay('2026-11-05')
  await generateAndPost(day.desk, 'Main Campus', '2026-11-01')
})
const obeysLaws = async () => expect(await brokenLaws(school.db)).toEqual([])
afterEach(obeysLaws)
afterAll(() => school[Symbol.asyncDispose]())

const viewer = () => school.as('viewer@main.test')
const rupees = (amount: number) => amount / 100

/** Reads class and rupees: opening, brought in, charged, adjusted, received, closing, moved. */
const readRollForward = async (filters: Filters) =>
  (await getRows(school, await viewer(), rollForwardList, filters)).rows.map((line) => [
    line.studentClass,
    ...figureNames.map((name) => rupees(line[name])),
    rupees(movedIn(line)),
  ])

it('opening balances are brought in on their day in the roll-forward, and owed from then on', async () => {
  expect(await readRollForward(october)).toEqual([
    ['5', 0, 7500, 0, 0, 0, 7500, 0],
    ['6', 0, -3000, 0, 0, 0, -3000, 0],
  ])
  expect(await readRollForward(november)).toEqual([
    ['5', 7500, 0, 9000, 0, 2500, 14_000, 0],
    ['6', -3000, 0, 4500, 0, 0, 1500, 0],
  ])
  expect(await readRollForward({ ...october, asOf: '2026-11-01' })).toEqual([])
})

it('opening balances age from the last day of their month', async () => {
  const readAges = async (filters: Filters = {}) =>
    (await getRows(school, await viewer(), ageingList, filters)).rows.map((row) => [
      row.rollNo,
      row.months,
      row.dueSince,
      Object.fromEntries(ages.flatMap(({ key }) => (row[key] === 0 ? [] : [[key, rupees(row[key])]]))),
    ])
  expect(await readAges()).toEqual([
    [1023, 2, '2026-10-31', { notDue: 4500, upTo30: 5000 }],
    [1025, 1, '2026-11-15', { notDue: 4500 }],
    [1024, 1, '2026-11-15', { notDue: 1500 }],
  ])
  expect(await readAges({ asOf: '2026-11-02' })).toEqual([[1023, 1, '2026-10-31', { upTo30: 7500 }]])
  await goToDay('2027-02-05')
  expect((await readAges())[0]).toEqual([1023, 2, '2026-10-31', { upTo90: 4500, over90: 5000 }])
})

it('a payment pays opening balances first, as arrears, and an opening advance pays before any receipt', async () => {
  await day.pay('6Red1024-202611', 1500)
  await day.pay('5Red1023-202611', 6000)
  const heads = (await getRows(school, await viewer(), receivedHeadList, november)).rows.map((row) => [
    row.studentClass,
    Object.fromEntries(receivedHeads.flatMap(({ key }) => (row[key] === 0 ? [] : [[key, rupees(row[key])]]))),
  ])
  expect(heads).toEqual([
    ['5', { arrears: 7500, monthlyFee: 1000 }],
    ['6', { monthlyFee: 1500 }],
  ])
  const collected = (await getRows(school, await viewer(), collectionList, { fromDate: '2026-10-01' })).rows
  expect(collected).toMatchObject([
    { studentClass: '5', billed: 900_000, onBilled: 100_000, onArrears: 750_000, inAdvance: 0 },
    { studentClass: '6', billed: 450_000, onBilled: 150_000, onArrears: 0, inAdvance: 0 },
  ])
  await goToDay('2026-12-01')
  expect((await day.admin.post(`/finances/closeBooks/${campus}`, { until: '2026-11-30' })).status).toBe(200)
  const journal = (await getRows(school, await viewer(), journalList)).rows
  const sumOf = (side: 'debit' | 'credit') => journal.reduce((all, line) => all + line[side], 0)
  expect([sumOf('debit'), sumOf('credit')]).toEqual([1_000_000, 1_000_000])
  expect(journal.filter(({ account }) => account === 'arrears').map(({ credit }) => credit)).toEqual([
    250_000, 500_000,
  ])
})

it('opening balances are separate entries of the day book on the day of entry', async () => {
  const entered = (await getRows(school, await viewer(), dayBookList, { toDate: '2026-11-02' })).rows
  expect(
    entered.map((row) => [row.kind, row.voucherNo, row.date, row.debit, row.credit, entryNote(row)]),
  ).toEqual([
    ['opening', '5Red1023open', '2026-10-31', 750_000, 0, 'Opening balance as of 31 Oct 2026'],
    ['opening', '6Red1024open', '2026-10-31', 0, 300_000, 'Opening balance as of 31 Oct 2026'],
  ])
  const openingEntries = (await getRows(school, await viewer(), dayBookList, { entries: 'opening' })).rows
  expect(openingEntries).toHaveLength(2)
  // An opening advance is an exception, because an admin alone enters it.
  const exceptions = (await getRows(school, await viewer(), exceptionList)).rows
  expect(exceptions.map((row) => [row.kind, row.voucherNo, row.owed])).toEqual([
    ['advance brought in', '6Red1024open', -300_000],
  ])
})

it('opening balances are rows of the fee reports with arrears only', async () => {
  const listVoucherNos = async (filters: Filters) =>
    (await getRows(school, await viewer(), voucherList, filters)).rows.map(({ voucherNo }) => voucherNo)
  const { rows } = await getRows(school, await viewer(), voucherList, { paidStatus: 'all', ...october })
  expect(rows).toMatchObject([
    {
      voucherNo: '5Red1023open',
      issueDate: '2026-10-31',
      monthlyFee: 0,
      fine: 0,
      arrears: 750_000,
      received: 250_000,
      carriedTo: '5Red1023-202611',
    },
    { voucherNo: '6Red1024open', arrears: -300_000, paid: true },
  ])
  // A carried balance is not listed together with the voucher that carries it.
  expect(await listVoucherNos({ paidStatus: 'unpaid', asOf: '2026-11-03' })).toEqual(['5Red1023open'])
  expect(await listVoucherNos({ paidStatus: 'unpaid' })).toEqual([
    '5Red1023-202611',
    '5Red1025-202611',
    '6Red1024-202611',
  ])
})

it('opening balances count in the balance of each student and on the dashboard', async () => {
  const students = (await getRows(school, await viewer(), studentList)).rows
  expect(students.map(({ rollNo, balance, monthsOwed }) => [rollNo, rupees(balance), monthsOwed])).toEqual([
    [1023, 9500, 2],
    [1025, 4500, 1],
    [1024, 1500, 1],
  ])
  const before = (await getRows(school, await viewer(), studentList, { asOf: '2026-11-02' })).rows
  expect(before.map(({ rollNo, balance }) => [rollNo, rupees(balance)])).toEqual([
    [1023, 7500],
    [1025, 0],
    [1024, -3000],
  ])
  const overview = async (month: number) =>
    replyOf(campusOverview, (await (await viewer()).get(`/finances/campusOverview/${campus}/${month}`)).body)
  const { dues } = await overview(11)
  expect(dues).toMatchObject({
    overdue: { students: 1, amount: 5000 },
    notDue: [{ month: 11, amount: 10_500 }],
    advance: 0,
    top: [{ rollNo: 1023, months: 2, amount: 9500 }, {}, {}],
  })
  // An opening balance is no charge of its month.
  expect((await overview(10)).month).toMatchObject({ vouchers: 2, billed: 0, received: 0 })
  const concessions = (await getRows(school, await viewer(), concessionList)).rows
  expect(concessions.map(({ rollNo, who, since }) => [rollNo, who, since])).toEqual([
    [1023, 'admin@main.test', '2024-04-01'],
    [1025, 'admin@main.test', '2024-04-01'],
    [1024, 'admin@main.test', '2024-04-01'],
  ])
})

it('opening balances are filed with the closing of their day, and older closings without that figure stay readable', async () => {
  const close = async (until: string) =>
    expect((await day.admin.post(`/finances/closeBooks/${campus}`, { until })).status).toBe(200)
  const closings = async () =>
    replyOf(bookClosings, (await day.desk.get(`/finances/bookClosings/${campus}`)).body).closings
  await close('2026-09-30')
  await close('2026-10-31')
  expect((await closings()).map(({ figures }) => figures)).toMatchObject([
    {
      opening: 0,
      broughtIn: 4500,
      charged: 0,
      closing: 4500,
      byClass: [{ broughtIn: 7500 }, { broughtIn: -3000 }],
    },
    { opening: 0, broughtIn: 0, closing: 0, byClass: [] },
  ])
  expect(await brokenLaws(school.db)).toEqual([])
  await expect(bringIn(school, { rollNo: 1026, balance: 100 })).rejects.toThrow('the books are closed')
  await goToDay('2026-12-01')
  await close('2026-11-30')
  const [latest] = await closings()
  expect(latest?.figures).toMatchObject({
    opening: 4500,
    broughtIn: 0,
    charged: 13_500,
    received: 2500,
    closing: 15_500,
  })
  // Rewrites the last closing as older versions filed it, without a figure for opening balances.
  await sql`
    update book_closings set hash_place = null, hash = null, figures = (figures - 'broughtIn') || jsonb_build_object('byClass',
      (select jsonb_agg(line - 'broughtIn') from jsonb_array_elements(figures -> 'byClass') line))
    where closing_no = 3`.execute(school.db)
  await school.db.deleteFrom('book_hashes').execute()
  await sql`update book_closings set hash_place = null, hash = null`.execute(school.db)
  await school.db.transaction().execute((trx) => hashRowsOf(trx, 'Main Campus'))
  const [older] = await closings()
  expect(older?.figures).toEqual(latest?.figures)
})
