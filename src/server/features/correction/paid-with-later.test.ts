import { afterAll, beforeEach, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { goToDay, septemberFeePeriod } from '#test/dated-payments.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'

const school = await openSchool()
beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

const isPaid = async (voucherNo: string) =>
  (await school.db.selectFrom('vouchers').selectAll().where('voucher_no', '=', voucherNo).execute())[0]
    ?.fee_paid

/** October is paid in part, November pays the rest of October and more, and December has never included October. */
async function enterThreeMonths() {
  const { desk } = await goToDay(school, '2026-10-01')
  await admit(desk, septemberFeePeriod)
  await admit(desk, septemberFeePeriod)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  const { body } = await (await goToDay(school, '2026-10-20')).pay('5Red1-202610', 1000)
  await generateAndPost((await goToDay(school, '2026-11-01')).desk, 'Main Campus', '2026-11-01')
  await (await goToDay(school, '2026-11-20')).pay('5Red1-202611', 9000)
  const december = await goToDay(school, '2026-12-01')
  await generateAndPost(december.desk, 'Main Campus', '2026-12-01')
  expect(await isPaid('5Red1-202610')).toBe(true)
  return { desk: december.desk, receiptNo: String(body['receiptNo']) }
}

it.each<[what: string, call: string, body: object]>([
  ['lowered', 'correctReceipt', { receivedAmount: 400 }],
  [
    'changed in its method only',
    'correctReceipt',
    { receivedAmount: 1000, method: 'online', reference: 'TX' },
  ],
  ['moved to another student', 'moveReceipt', { toRollNo: 2 }],
])('a voucher paid with a later voucher stays paid when its receipt is %s', async (_, call, body) => {
  const { desk, receiptNo } = await enterThreeMonths()
  const path = `/finances/${call}/Main%20Campus/${receiptNo}`
  expect(await desk.post(path, { ...body, reason: 'Typed wrongly' })).toMatchObject({ status: 200 })
  expect(await isPaid('5Red1-202610')).toBe(true)
  expect(await brokenLaws(school.db)).toEqual([])
})
