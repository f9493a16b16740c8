import { afterAll, beforeEach, expect, it } from 'vitest'
import { bookClosings } from '#contract/closed-days.ts'
import { movedIn } from '#domain/roll-forward.ts'
import { rollForwardList } from '#reports/roll-forward.ts'
import { hashRowsOf } from '#server/records/books/book-hashes.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { goToDay as go, septemberFeePeriod, type OfficeDay } from '#test/dated-payments.ts'
import { getRows } from '#test/report-rows.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'

const main = 'Main%20Campus'
const school = await openSchool()
let day: OfficeDay
const goToDay = async (date: string) => (day = await go(school, date))
beforeEach(async () => {
  await school.reset()
  await goToDay('2026-10-01')
})
afterAll(() => school[Symbol.asyncDispose]())

const readRows = async (filters: Readonly<Record<string, string>>) =>
  (await getRows(school, await school.as('viewer@main.test'), rollForwardList, filters)).rows
/** Reads class and rupees: opening, charged, adjusted, received, moved, closing. */
const readLines = async (filters: Readonly<Record<string, string>>) =>
  (await readRows(filters)).map((line) => [
    line.studentClass,
    ...[line.opening, line.charged, line.adjusted, line.received, movedIn(line), line.closing].map(
      (amount) => amount / 100,
    ),
  ])
const close = (until: string) => day.admin.post(`/finances/closeBooks/${main}`, { until })
const closings = async () =>
  replyOf(bookClosings, (await day.desk.get(`/finances/bookClosings/${main}`)).body).closings
/** The fees of a voucher that costs 300 more. */
const repriced = { monthlyFee: 5300, discount: 500, registrationFee: 0, admissionFee: 0, examinationFee: 0 }
const october = { fromDate: '2026-10-01', toDate: '2026-10-31' }
const november = { fromDate: '2026-11-01', toDate: '2026-11-30' }

/** Admits two students to class 5 and one to class 6, paid in October; October's vouchers are 4,500 each. */
async function admitThree(): Promise<void> {
  await admit(day.desk, septemberFeePeriod)
  await admit(day.desk, septemberFeePeriod)
  await admit(day.desk, { ...septemberFeePeriod, studentData: { studentClass: '6' } })
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await day.pay('5Red1-202610', 1500.25)
}

it('the roll-forward has the figures of each class, and moves a debt with the first voucher in the next class', async () => {
  await admitThree()
  expect(await readLines(october)).toEqual([
    ['5', 0, 24_000, 0, 16_500.25, 0, 7499.75],
    ['6', 0, 12_000, 0, 7500, 0, 4500],
  ])
  await goToDay('2026-11-05')
  await day.admin.post('/admissions/promoteClass', { campus: 'Main Campus', classToPromote: '6' })
  await day.admin.post('/admissions/promoteClass', { campus: 'Main Campus', classToPromote: '5' })
  expect(await readLines(november)).toEqual([
    ['5', 7499.75, 0, 0, 0, 0, 7499.75],
    ['6', 4500, 0, 0, 0, 0, 4500],
  ])
  await day.desk.post('/finances/generateVoucher/student/1', { fromDate: '2026-11-01' })
  await day.desk.post('/finances/generateVoucher/student/3', { fromDate: '2026-11-01' })
  await day.desk.post(`/finances/postVouchers/${main}/11`)
  await day.pay('6Red1-202611', 1000)
  expect(await readLines(november)).toEqual([
    ['5', 7499.75, 0, 0, 0, -2999.75, 4500],
    ['6', 4500, 4500, 0, 1000, -1500.25, 6499.75],
    ['7', 0, 4500, 0, 0, 4500, 9000],
  ])
  // The figures at the end of October have not changed.
  expect((await readLines(october)).map((line) => line.at(-1))).toEqual([7499.75, 4500])
})

it('the classes filed with a closing do not change by later corrections, prices, replacements, voids or waivers', async () => {
  await admitThree()
  await goToDay('2026-11-02')
  expect((await close('2026-10-31')).status).toBe(200)
  const filedClasses = (await closings())[0]?.figures?.byClass
  expect(filedClasses).toEqual([
    {
      studentClass: '5',
      opening: 0,
      broughtIn: 0,
      charged: 24_000,
      adjusted: 0,
      received: 16_500.25,
      closing: 7499.75,
    },
    {
      studentClass: '6',
      opening: 0,
      broughtIn: 0,
      charged: 12_000,
      adjusted: 0,
      received: 7500,
      closing: 4500,
    },
  ])
  const ok = async (answer: Promise<{ readonly status: number }>) => expect((await answer).status).toBe(200)
  await ok(day.correct('5Red1-202610', 900))
  await ok(day.desk.post('/admissions/editAdmissionFee', { rollNo: 1, newFee: repriced }))
  await ok(
    day.desk.post('/finances/generateVoucher/student/2', { fromDate: '2026-10-01', forceGenerate: true }),
  )
  await ok(day.admin.post(`/finances/lowerDebt/${main}/1`, { kind: 'waiver', amount: 250, reason: 'Agreed' }))
  await ok(day.desk.post(`/finances/voidVoucher/${main}/6Red3-202610`, { reason: 'Left in September' }))
  expect((await closings())[0]?.figures?.byClass).toEqual(filedClasses)
  expect(await readLines(october)).toEqual([
    ['5', 0, 24_000, 0, 16_500.25, 0, 7499.75],
    ['6', 0, 12_000, 0, 7500, 0, 4500],
  ])
  expect(await readLines(november)).toEqual([
    ['5', 7499.75, 300, -250, -600.25, 0, 8150],
    ['6', 4500, -4500, 0, 0, 0, 0],
  ])
  await goToDay('2026-12-01')
  await close('2026-11-30')
  const [latest] = await closings()
  expect(latest?.figures?.byClass?.map(({ opening }) => opening)).toEqual([7499.75, 4500])
  expect(await brokenLaws(school.db)).toEqual([])
})

it('the roll-forward as of an evening excludes later entries and changes', async () => {
  await admitThree()
  await goToDay('2026-10-31')
  const evening = { ...october, asOf: '2026-10-31' }
  const before = await readLines(october)
  expect(await readLines(evening)).toEqual(before)
  await goToDay('2026-11-03')
  await day.pay('5Red2-202610', 4500, { receivedDate: '2026-10-20' })
  await day.correct('5Red1-202610', 1000)
  await day.desk.post('/admissions/editAdmissionFee', { rollNo: 1, newFee: repriced })
  expect(await readLines(evening)).toEqual(before)
  expect(await readLines(october)).toEqual([
    ['5', 0, 24_000, 0, 20_500, 0, 3500],
    ['6', 0, 12_000, 0, 7500, 0, 4500],
  ])
  expect(await readLines({ ...october, asOf: '2026-11-03' })).toEqual(await readLines(october))
  expect(await readLines({ ...october, asOf: '2026-09-30' })).toEqual([])
})

it('a closing that was filed before classes were filed is listed without classes', async () => {
  await admitThree()
  await goToDay('2026-11-02')
  await close('2026-10-31')
  await school.db
    .updateTable('book_closings')
    .set(({ eb }) => ({ figures: eb('figures', '-', 'byClass') as never, hash_place: null, hash: null }))
    .execute()
  // Hashes the older rows as the migration does.
  await school.db.deleteFrom('book_hashes').execute()
  await school.db.transaction().execute((trx) => hashRowsOf(trx, 'Main Campus'))
  expect((await closings())[0]?.figures).toMatchObject({ received: 24_000.25, byClass: null })
  expect(await brokenLaws(school.db)).toEqual([])
})
