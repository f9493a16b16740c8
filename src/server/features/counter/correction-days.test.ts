import { receiptSlipsOfDay } from '#contract/slips.ts'
import { brokenLaws } from '#server/records/book-laws.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { afterAll, beforeEach, expect, it } from 'vitest'

const at = 'Main%20Campus'
const school = await openSchool()
let desk: Caller
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-10-01T09:00:00+05:00')
  desk = await school.as('desk@main.test')
})
afterAll(() => school[Symbol.asyncDispose]())

/** The time goes on to nine in the morning of a day, with everybody signed in again. */
async function goTo(day: string) {
  school.now = new Date(`${day}T09:00:00+05:00`)
  desk = await school.as('desk@main.test')
}
const september = { financialData: { feePeriod: '2026-09-01 to 2026-09-30' } }
const pay = (voucherNo: string, receivedAmount: number, more = {}, caller = desk) =>
  caller.post(`/finances/markIndividualVoucherAsPaid/${at}/${voucherNo}`, { receivedAmount, ...more })
const correct = (voucherNo: string, receivedAmount: number, more = {}, caller = desk) =>
  pay(voucherNo, receivedAmount, { editedBy: 'x', reason: 'Mistyped', ...more }, caller)
const received = async (fromDate: string, toDate: string) => {
  const { body } = await desk.post(`/finances/getReceipts/all/${at}`, { fromDate, toDate })
  return ((body['receipts'] ?? []) as { amount: number }[]).reduce((all, { amount }) => all + amount, 0)
}
const rows = async () =>
  (await school.db.selectFrom('receipts').selectAll().orderBy('receipt_no').execute()).map(
    ({ amount, received_on }) => [amount / 100, received_on],
  )

it('carries the day of the receipt where it is open, and shows the correction on the day sheet of its entry', async () => {
  await admit(desk, september)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  await goTo('2026-10-20')
  await pay('5Red1-202610', 4500)
  await goTo('2026-10-22')
  await correct('5Red1-202610', 0)
  await correct('5Red1-202610', 100)
  expect((await rows()).slice(1)).toEqual([
    [4500, '2026-10-20'],
    [-4500, '2026-10-20'],
    [100, '2026-10-22'],
  ])
  const { body } = await desk.get(`/finances/receiptSlips/${at}/2026-10-22/all`)
  const { receipts, enteredForOtherDays } = replyOf(receiptSlipsOfDay, body)
  expect(receipts.map(({ amount }) => amount)).toEqual([100])
  expect(enteredForOtherDays).toMatchObject([
    { amount: -4500, receivedDate: '2026-10-20', receivedBy: 'desk@main.test' },
  ])
  expect(await brokenLaws(school.db)).toEqual([])
})

it('moves no total of another day where a voucher with several receipts is corrected', async () => {
  await admit(desk, september)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  await goTo('2026-10-05')
  await pay('5Red1-202610', 2800)
  await goTo('2026-10-20')
  await pay('5Red1-202610', 1000)
  await correct('5Red1-202610', 3900)
  expect((await rows()).slice(3)).toEqual([
    [-2800, '2026-10-20'],
    [-1000, '2026-10-20'],
    [3900, '2026-10-20'],
  ])
  expect(await received('2026-10-05', '2026-10-05')).toBe(2800)
  expect(await received('2026-10-20', '2026-10-20')).toBe(1100)
  // Nothing was received at all: each day loses its own.
  await goTo('2026-10-22')
  await pay('5Red1-202610', 600)
  await correct('5Red1-202610', 0)
  expect(await received('2026-10-20', '2026-10-20')).toBe(-2800)
  expect(await received('2026-10-22', '2026-10-22')).toBe(0)
  expect(await brokenLaws(school.db)).toEqual([])
})
