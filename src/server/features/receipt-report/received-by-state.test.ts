import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedByState } from '#contract/receipt-report.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

let school: TestSchool
let desk: Caller

const path = '/finances/receivedByState/Main%20Campus'
const readSums = async (body: object = {}, caller = desk) => {
  const { status, body: answered } = await caller.post(path, body)
  expect(status).toBe(200)
  const { atSchool, left } = replyOf(receivedByState, answered)
  return [atSchool, left].map(({ receipts, total }) => [receipts, total])
}

// Two children pay 7,500 and 8,000 at admission and 4,500 and 5,000.25 in November; the second then leaves.
beforeAll(async () => {
  school = await openSchool()
  desk = await school.as('desk@main.test')
  school.now = new Date('2026-10-05T09:00:00+05:00')
  const october = { feePeriod: '2026-10-01 to 2026-10-31' }
  desk = await school.as('desk@main.test')
  await admit(desk, { financialData: october })
  const six = { studentClass: '6', section: 'Blue' }
  await admit(desk, { studentData: six, financialData: { ...october, discount: 0 } })
  school.now = new Date('2026-11-05T09:00:00+05:00')
  desk = await school.as('desk@main.test')
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  const pay = (voucherNo: string, receivedAmount: number, rest = {}) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount, ...rest })
  await pay('5Red1-202611', 4500)
  await pay('6Blue2-202611', 6000)
  await pay('6Blue2-202611', 5000.25, { editedBy: 'desk', reason: 'Miscounted' })
  await school.db
    .updateTable('students')
    .set({ state: 'removed', left_on: '2026-11-20' })
    .where('roll_no', '=', 2)
    .execute()
})
afterAll(() => school[Symbol.asyncDispose]())

it('receipts minus reversals are summed by the current state of the students', async () => {
  expect(await readSums()).toEqual([
    [2, 12_000],
    [4, 13_000.25],
  ])
  expect(await readSums({ fromDate: '2026-11-01', toDate: '2026-11-30' })).toEqual([
    [1, 4500],
    [3, 5000.25],
  ])
})

it('the sums filter by class, section and dates like the list of receipts', async () => {
  for (const body of [{ studentClass: '6' }, { section: 'Red' }, { fromDate: '2026-10-06' }, {}]) {
    const sumOf = async (type: string) => {
      const { body: listed } = await desk.post(`/finances/getReceipts/${type}/Main%20Campus`, body)
      const amounts = (listed['receipts'] as { amount: number }[]).map(({ amount }) => amount)
      return [amounts.length, amounts.reduce((sum, amount) => sum + amount, 0)]
    }
    expect(await readSums(body)).toEqual([await sumOf('admitted'), await sumOf('removed')])
  }
})

it('the sums are 0 if nothing was received, are open to all staff, and refuse an unknown class', async () => {
  const viewer = await school.as('viewer@main.test')
  expect(await readSums({ fromDate: '2030-01-01' }, viewer)).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(await desk.post(path, { studentClass: '11' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'studentClass' }] },
  })
})
