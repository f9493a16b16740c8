import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { CalendarDate } from '#domain/calendar.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { postingDays } from '#test/posting-days.ts'
import { getRows } from '#test/report-rows.ts'
import { openSchool } from '#test/school.ts'
import { readXlsx } from '#test/xlsx.ts'

const school = await openSchool()
const days = postingDays(school)
const { desk, nextDay, evening, generate, generateFor, post, unpost, pay, redate } = days
afterAll(() => school[Symbol.asyncDispose]())
beforeEach(days.start)

// The test random-evenings.test.ts compares evenings after random acts.
const campus = 'Main%20Campus'

/** Reads the roll numbers of a month's posted vouchers and the due dates of all, now or as of an evening. */
async function readMonth(month: string, asOf?: CalendarDate) {
  const { rows } = await getRows(school, desk, voucherList, asOf && { asOf })
  const ofMonth = rows
    .filter(({ periodFrom }) => periodFrom.startsWith(month))
    .toSorted((one, other) => one.rollNo - other.rollNo)
  return {
    posted: ofMonth.filter(({ posted }) => posted).map(({ rollNo }) => rollNo),
    due: ofMonth.map(({ dueDate }) => dueDate.slice(5)),
  }
}

/** Reads the unpaid vouchers without drafts, as of an evening, with the amount owed on each in rupees. */
async function readOwed(asOf: CalendarDate) {
  const posted = { paidStatus: 'unpaid', unposted: 'leftOut' }
  const { rows } = await getRows(school, desk, voucherList, { ...posted, asOf })
  return Object.fromEntries(rows.map((row) => [row.voucherNo, netBalance(row) / 100]))
}

it('an evening keeps its drafts even if a part of their month is unposted or posted later', async () => {
  await generate('2026-11')
  await post(11)
  await pay('5Red1-202611', 100)
  await days.admitOne()
  await generate('2026-11')
  await generateFor(1, '2026-12')
  await post(12)
  await generate('2026-12')
  const first = { november: [1, 2, 3], december: [1] }
  const owedAtFirst = { '5Red1-202612': 8900, '5Red2-202611': 4500, '5Red3-202611': 4500 }
  const readMonths = async (asOf?: CalendarDate) => ({
    november: (await readMonth('2026-11', asOf)).posted,
    december: (await readMonth('2026-12', asOf)).posted,
  })
  expect(await readMonths()).toEqual(first)

  await nextDay()
  expect(await readOwed(evening(1))).toEqual(owedAtFirst)
  expect([await unpost(11), await unpost(12)]).toEqual([2, 1])
  const second = { november: [1], december: [] }
  expect([await readMonths(), await readMonths(evening(1))]).toEqual([second, first])
  expect(await readOwed(evening(1))).toEqual(owedAtFirst)

  await nextDay()
  expect([await post(11), await post(12)]).toEqual([3, 4])
  expect([await readMonths(evening(1)), await readMonths(evening(2))]).toEqual([first, second])
  expect(await readOwed(evening(1))).toEqual(owedAtFirst)
  expect(await readOwed(evening(2))).toEqual({ '5Red1-202611': 4400 })
})

it('a voucher that "Mark arrears as paid" posted is the only posted one until the month is posted', async () => {
  await generate('2026-11')
  await days.markPaid(2)
  await nextDay()
  expect(await post(11)).toBe(2)
  await nextDay()
  expect(await unpost(11)).toBe(2)
  const posted = async (asOf?: CalendarDate) => (await readMonth('2026-11', asOf)).posted
  expect([await posted(evening(1)), await posted(evening(2)), await posted()]).toEqual([[2], [1, 2, 3], [2]])
})

it('a paid voucher keeps its due date on every evening if the unpaid vouchers of its run get another date', async () => {
  await generate('2026-11', { dueDate: '2026-11-10' })
  await post(11)
  await pay('5Red1-202611', 4500)
  await pay('5Red2-202611', 4500)
  await nextDay()
  expect(await redate(1, '2026-11-20')).toBe(1)
  await nextDay()
  await days.correctToNothing('5Red2-202611')
  expect(await redate(1, '2026-11-30')).toBe(2)
  const due = async (asOf?: CalendarDate) => (await readMonth('2026-11', asOf)).due
  expect(await due(evening(1))).toEqual(['11-10', '11-10', '11-10'])
  expect(await due(evening(2))).toEqual(['11-10', '11-10', '11-20'])
  expect(await due()).toEqual(['11-10', '11-30', '11-30'])
  const upTo = { toDate: '2026-11-15', toDateOf: 'dueDate', asOf: evening(2) }
  const { rows } = await getRows(school, desk, voucherList, upTo)
  expect(rows.map(({ voucherNo }) => voucherNo)).toContain('5Red2-202611')
  expect(rows.map(({ voucherNo }) => voucherNo)).not.toContain('5Red3-202611')
})

it('the history shows how many vouchers were posted and re-dated, without listing them', async () => {
  await generate('2026-11')
  await post(11)
  await redate(1, '2026-11-20')
  const admin = await school.as('admin@main.test')
  const { body } = await admin.post(`/users/history/${campus}`, {})
  const changes = body['changes'] as { what: string; fields: { field: string }[] }[]
  const fieldsOf = (what: string) =>
    changes.find((change) => change.what === what)?.fields.map(({ field }) => field)
  expect(fieldsOf('vouchers posted')).toEqual(['count', 'month', 'year'])
  expect(fieldsOf('due date changed')).toEqual([
    'count',
    'dueDate',
    'month',
    'posted',
    'reason',
    'runNo',
    'year',
  ])
})

it('a list as of an evening warns if older history entries do not name their vouchers', async () => {
  await generate('2026-11')
  await post(11)
  await nextDay()
  await unpost(11)
  await redate(1, '2026-11-25')
  // Rewrites the entries as an older version wrote them.
  await sql`update changes set before = before - 'dueDates', after = after - 'vouchers'`.execute(school.db)
  await nextDay()
  await generateFor(1, '2026-12')
  expect(await post(11)).toBe(3)
  expect(await redate(1, '2026-11-30')).toBe(3)

  const caveatOn = async (asOf: CalendarDate) =>
    (await getRows(school, desk, voucherList, { asOf })).totals.caveat
  const caveat = 'Posting known by month only, due dates known by run only'
  expect([await caveatOn(evening(1)), await caveatOn(evening(2))]).toEqual([caveat, undefined])
  expect(await readMonth('2026-11', evening(1))).toMatchObject({ posted: [1, 2, 3] })
  expect(await readMonth('2026-11', evening(2))).toEqual({ posted: [], due: ['11-25', '11-25', '11-25'] })
  const objects = await desk.post(`/finances/getAllVouchers/all/${campus}/all`, { asOf: evening(1) })
  expect([Object.keys(objects.body), objects.body['caveat']]).toEqual([['msg', 'caveat', 'vouchers'], caveat])
  const { rawPayload } = await school.app.inject({
    method: 'POST',
    url: `/finances/exportVouchers/fee-record/xlsx/all/${campus}/all`,
    headers: { cookie: desk.cookie },
    payload: { asOf: evening(1) },
  })
  const [sheet] = await readXlsx(rawPayload)
  expect(sheet?.rows.flat().join(' ')).toContain(caveat)
})
