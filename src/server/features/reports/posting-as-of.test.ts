import { dateAt, type CalendarDate } from '#domain/calendar.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { ageingList } from '#reports/ageing.ts'
import { studentList } from '#reports/student-list.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { brokenLaws } from '#server/records/book-laws.ts'
import { historyLaws } from '#server/records/history-laws.ts'
import { runLaws } from '#server/records/run-laws.ts'
import { goTo } from '#test/dated-payments.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { readXlsx } from '#test/xlsx.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

let school: TestSchool
let desk: Caller
let day = 0

beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())
beforeEach(() => start(3))

const october = { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }
const at = 'Main%20Campus'

/** A new school with some children of October, on the first day. */
async function start(children: number): Promise<void> {
  await school.reset()
  day = 0
  await nextDay()
  for (let child = 0; child < children; child += 1) await admit(desk, october)
}

async function nextDay(): Promise<void> {
  day += 1
  ;({ desk } = await goTo(school, `2026-11-0${day}`))
}

const evening = (of: number) => `2026-11-0${of}` as CalendarDate
const generate = (month: string, more = {}) =>
  desk.post(`/finances/generateVoucher/campus/${at}`, { fromDate: `${month}-01`, ...more })
const generateFor = (rollNo: number, month: string, more = {}) =>
  desk.post(`/finances/generateVoucher/student/${rollNo}`, { fromDate: `${month}-01`, ...more })
const counted = async (path: string, payload = {}) => (await desk.post(path, payload)).body['count']
const post = (month: number) => counted(`/finances/postVouchers/${at}/${month}`)
const unpost = (month: number) => counted(`/finances/unpostVouchers/${at}/${month}`)
const pay = (voucherNo: string, receivedAmount: number, more = {}) =>
  desk.post(`/finances/markIndividualVoucherAsPaid/${at}/${voucherNo}`, { receivedAmount, ...more })
const correctToNothing = (voucherNo: string) => pay(voucherNo, 0, { editedBy: 'desk', reason: 'Mistyped' })
const markPaid = (rollNo: number) => desk.post(`/finances/markArrearsPaid/${at}/${rollNo}`)
const redate = (runNo: number, dueDate: string) =>
  counted(`/finances/redateRun/${at}/${runNo}`, { dueDate, reason: 'Holidays' })

/** The vouchers of a month, now or as of an evening: the roll numbers of those posted, and the due date of each. */
async function vouchersOf(month: string, asOf?: CalendarDate) {
  const { rows } = await getRows(school, desk, voucherList, asOf && { asOf })
  const ofMonth = rows
    .filter(({ periodFrom }) => periodFrom.startsWith(month))
    .toSorted((one, other) => one.rollNo - other.rollNo)
  return {
    posted: ofMonth.filter(({ posted }) => posted).map(({ rollNo }) => rollNo),
    due: ofMonth.map(({ dueDate }) => dueDate.slice(5)),
  }
}

/** The unpaid vouchers without drafts, as of an evening, with what is owed on each in rupees. */
async function owedOn(asOf: CalendarDate) {
  const posted = { paidStatus: 'unpaid', unposted: 'leftOut' }
  const { rows } = await getRows(school, desk, voucherList, { ...posted, asOf })
  return Object.fromEntries(rows.map((row) => [row.voucherNo, netBalance(row) / 100]))
}

it('an evening keeps its drafts, whatever part of their month is unposted and posted later', async () => {
  await generate('2026-11')
  await post(11)
  await pay('5Red1-202611', 100)
  await admit(desk, october)
  await generate('2026-11')
  await generateFor(1, '2026-12')
  await post(12)
  await generate('2026-12')
  const first = { november: [1, 2, 3], december: [1] }
  const owedAtFirst = { '5Red1-202612': 8900, '5Red2-202611': 4500, '5Red3-202611': 4500 }
  const readOn = async (asOf?: CalendarDate) => ({
    november: (await vouchersOf('2026-11', asOf)).posted,
    december: (await vouchersOf('2026-12', asOf)).posted,
  })
  expect(await readOn()).toEqual(first)

  await nextDay()
  expect(await owedOn(evening(1))).toEqual(owedAtFirst)
  expect([await unpost(11), await unpost(12)]).toEqual([2, 1])
  const second = { november: [1], december: [] }
  expect([await readOn(), await readOn(evening(1))]).toEqual([second, first])
  expect(await owedOn(evening(1))).toEqual(owedAtFirst)

  await nextDay()
  expect([await post(11), await post(12)]).toEqual([3, 4])
  expect([await readOn(evening(1)), await readOn(evening(2))]).toEqual([first, second])
  expect(await owedOn(evening(1))).toEqual(owedAtFirst)
  expect(await owedOn(evening(2))).toEqual({ '5Red1-202611': 4400 })
})

it('a voucher that "Mark arrears as paid" posted is posted alone until the month is', async () => {
  await generate('2026-11')
  await markPaid(2)
  await nextDay()
  expect(await post(11)).toBe(2)
  await nextDay()
  expect(await unpost(11)).toBe(2)
  const posted = async (asOf?: CalendarDate) => (await vouchersOf('2026-11', asOf)).posted
  expect([await posted(evening(1)), await posted(evening(2)), await posted()]).toEqual([[2], [1, 2, 3], [2]])
})

it('a paid voucher keeps its due date on every evening when the unpaid ones of its run get another', async () => {
  await generate('2026-11', { dueDate: '2026-11-10' })
  await post(11)
  await pay('5Red1-202611', 4500)
  await pay('5Red2-202611', 4500)
  await nextDay()
  expect(await redate(1, '2026-11-20')).toBe(1)
  await nextDay()
  await correctToNothing('5Red2-202611')
  expect(await redate(1, '2026-11-30')).toBe(2)
  const due = async (asOf?: CalendarDate) => (await vouchersOf('2026-11', asOf)).due
  expect(await due(evening(1))).toEqual(['11-10', '11-10', '11-10'])
  expect(await due(evening(2))).toEqual(['11-10', '11-10', '11-20'])
  expect(await due()).toEqual(['11-10', '11-30', '11-30'])
  const upTo = { toDate: '2026-11-15', toDateOf: 'dueDate', asOf: evening(2) }
  const { rows } = await getRows(school, desk, voucherList, upTo)
  expect(rows.map(({ voucherNo }) => voucherNo)).toContain('5Red2-202611')
  expect(rows.map(({ voucherNo }) => voucherNo)).not.toContain('5Red3-202611')
})

it('the history says how many vouchers were posted and re-dated, without the list of them', async () => {
  await generate('2026-11')
  await post(11)
  await redate(1, '2026-11-20')
  const admin = await school.as('admin@main.test')
  const { body } = await admin.post(`/users/history/${at}`, {})
  const changes = body['changes'] as { what: string; fields: { field: string }[] }[]
  const named = (what: string) =>
    changes.find((change) => change.what === what)?.fields.map(({ field }) => field)
  expect(named('vouchers posted')).toEqual(['count', 'month', 'year'])
  expect(named('due date changed')).toEqual([
    'count',
    'dueDate',
    'month',
    'posted',
    'reason',
    'runNo',
    'year',
  ])
})

it('a list as of an evening says what lines of history that name no vouchers leave open', async () => {
  await generate('2026-11')
  await post(11)
  await nextDay()
  await unpost(11)
  await redate(1, '2026-11-25')
  // As an older version wrote them.
  await sql`update changes set before = before - 'dueDates', after = after - 'vouchers'`.execute(school.db)
  await nextDay()
  await generateFor(1, '2026-12')
  expect(await post(11)).toBe(3)
  expect(await redate(1, '2026-11-30')).toBe(3)

  const caveatOn = async (asOf: CalendarDate) =>
    (await getRows(school, desk, voucherList, { asOf })).totals.caveat
  const caveat = 'Posting known by month only, due dates known by run only'
  expect([await caveatOn(evening(1)), await caveatOn(evening(2))]).toEqual([caveat, undefined])
  expect(await vouchersOf('2026-11', evening(1))).toMatchObject({ posted: [1, 2, 3] })
  expect(await vouchersOf('2026-11', evening(2))).toEqual({ posted: [], due: ['11-25', '11-25', '11-25'] })
  const objects = await desk.post(`/finances/getAllVouchers/all/${at}/all`, { asOf: evening(1) })
  expect([Object.keys(objects.body), objects.body['caveat']]).toEqual([['msg', 'caveat', 'vouchers'], caveat])
  const { rawPayload } = await school.app.inject({
    method: 'POST',
    url: `/finances/exportVouchers/fee-record/xlsx/all/${at}/all`,
    headers: { cookie: desk.cookie },
    payload: { asOf: evening(1) },
  })
  const [sheet] = await readXlsx(rawPayload)
  expect(sheet?.rows.flat().join(' ')).toContain(caveat)
})

interface Acting {
  readonly month: number
  readonly rollNo: number
  readonly voucherNo: string
  readonly dueDate: string
}

/** Acts of an office on months, vouchers and runs; the portal may refuse them. */
const plays = {
  generate: ({ month }: Acting) => generate(`2026-${month}`),
  'generate for one': ({ month, rollNo }: Acting) => generateFor(rollNo, `2026-${month}`),
  replace: ({ month, rollNo }: Acting) => generateFor(rollNo, `2026-${month}`, { forceGenerate: true }),
  void: ({ voucherNo }: Acting) =>
    desk.post(`/finances/voidVoucher/${at}/${voucherNo}`, { reason: 'By mistake' }),
  post: ({ month }: Acting) => post(month),
  unpost: ({ month }: Acting) => unpost(month),
  pay: ({ voucherNo }: Acting) => pay(voucherNo, 4500),
  correct: ({ voucherNo }: Acting) => correctToNothing(voucherNo),
  'mark paid': ({ rollNo }: Acting) => markPaid(rollNo),
  're-date': ({ rollNo, dueDate }: Acting) => redate(rollNo, dueDate),
}
type Name = keyof typeof plays

const named = (weight: number, ...names: Name[]) => ({ weight, arbitrary: fc.constantFrom(...names) })
const anAct = fc.record({
  name: fc.oneof(
    named(4, 'post', 'unpost', 're-date'),
    named(3, 'generate', 'generate for one', 'pay', 'correct', 'mark paid', 'replace', 'void'),
  ),
  month: fc.constantFrom(11, 11, 12),
  rollNo: fc.integer({ min: 1, max: 3 }),
  dueDate: fc.constantFrom('2026-12-15', '2026-12-20', '2026-12-25'),
})

const filters = [
  { paidStatus: 'all' },
  { paidStatus: 'unpaid', unposted: 'leftOut' },
  { paidStatus: 'all', toDate: '2026-12-18', toDateOf: 'dueDate' },
] as const

/** The lists that depend on posting and due dates, now or as of an evening. */
async function readAll(asOf?: CalendarDate) {
  const then = asOf ? { asOf } : {}
  const read: unknown[] = []
  for (const filter of filters) read.push(await getRows(school, desk, voucherList, { ...filter, ...then }))
  for (const list of [studentList, ageingList]) read.push(await getRows(school, desk, list, then))
  return read
}

it('each evening is read again as it was, whatever is posted, unposted and re-dated on later days', async () => {
  const days = fc.array(fc.array(anAct, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(days, async (acts) => {
      await start(3)
      await generateFor(1, '2026-11')
      await post(11)
      await generate('2026-11')
      const evenings: { asOf: CalendarDate; was: unknown }[] = []
      for (const ofDay of acts) {
        for (const { name, ...of } of ofDay)
          await plays[name]({ ...of, voucherNo: `5Red${of.rollNo}-2026${of.month}` })
        evenings.push({ asOf: dateAt(school.now), was: await readAll() })
        await nextDay()
      }
      for (const { asOf, was } of evenings) expect([asOf, await readAll(asOf)]).toEqual([asOf, was])
      expect(await brokenLaws(school.db, { ...historyLaws, ...runLaws })).toEqual([])
    }),
    { numRuns: 5, seed: 41 },
  )
}, 120_000)
