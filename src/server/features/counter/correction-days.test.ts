import { afterAll, beforeEach, expect, it } from 'vitest'
import { receiptSlipsOfDay } from '#contract/counter.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { datedReceipts, goToDay as go, septemberFeePeriod, type OfficeDay } from '#test/dated-payments.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
let day: OfficeDay
const goToDay = async (date: string) => (day = await go(school, date))
beforeEach(async () => {
  await school.reset()
  await goToDay('2026-10-01')
})
afterAll(() => school[Symbol.asyncDispose]())

it('a correction has the day of the receipt if that day is open, and appears on the day sheet of its entry', async () => {
  await admit(day.desk, septemberFeePeriod)
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await goToDay('2026-10-20')
  await day.pay('5Red1-202610', 4500)
  await goToDay('2026-10-22')
  await day.correct('5Red1-202610', 0)
  await day.correct('5Red1-202610', 100)
  expect((await datedReceipts(school)).slice(1)).toEqual([
    [4500, '2026-10-20'],
    [-4500, '2026-10-20'],
    [100, '2026-10-22'],
  ])
  const { body } = await day.desk.get(`/finances/receiptSlips/${campus}/2026-10-22/all`)
  const { receipts, enteredForOtherDays } = replyOf(receiptSlipsOfDay, body)
  expect(receipts.map(({ amount }) => amount)).toEqual([100])
  expect(enteredForOtherDays).toMatchObject([
    { amount: -4500, receivedDate: '2026-10-20', receivedBy: 'desk@main.test' },
  ])
  expect(await brokenLaws(school.db)).toEqual([])
})

it('a correction of a voucher with several receipts does not change the totals of other days', async () => {
  await admit(day.desk, septemberFeePeriod)
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await goToDay('2026-10-05')
  await day.pay('5Red1-202610', 2800)
  await goToDay('2026-10-20')
  await day.pay('5Red1-202610', 1000)
  await day.correct('5Red1-202610', 3900)
  expect((await datedReceipts(school)).slice(3)).toEqual([
    [-2800, '2026-10-20'],
    [-1000, '2026-10-20'],
    [3900, '2026-10-20'],
  ])
  expect(await day.received('2026-10-05', '2026-10-05')).toBe(2800)
  expect(await day.received('2026-10-20', '2026-10-20')).toBe(1100)
  // A correction to 0 deducts each receipt from its own day.
  await goToDay('2026-10-22')
  await day.pay('5Red1-202610', 600)
  await day.correct('5Red1-202610', 0)
  expect(await day.received('2026-10-20', '2026-10-20')).toBe(-2800)
  expect(await day.received('2026-10-22', '2026-10-22')).toBe(0)
  expect(await brokenLaws(school.db)).toEqual([])
})
