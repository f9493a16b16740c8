import { campusOverview } from '#contract/overview.ts'
import { ageingList } from '#reports/ageing.ts'
import { studentList } from '#reports/student-list.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { goTo, september } from '#test/dated-payments.ts'
import { playMoney, someActions } from '#test/random-money.ts'
import { getRows } from '#test/report-rows.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

const at = 'Main%20Campus'
let school: TestSchool

beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())
beforeEach(() => school.reset())

const monthsIn = <Row>(rows: readonly Row[], monthsOf: (row: Row) => number): number =>
  rows.slice(0, 1).map(monthsOf)[0] ?? 0

/** The months that student 1 owes, as each screen has them; 0 where the student is not listed. */
async function monthsOnScreens() {
  const desk = await school.as('desk@main.test')
  const { body } = await desk.get(`/finances/campusOverview/${at}/${school.now.getMonth() + 1}`)
  const { dues } = replyOf(campusOverview, body)
  const { rows: aged } = await getRows(school, desk, ageingList)
  const { rows: listed } = await getRows(school, desk, studentList)
  const { rows: unpaid } = await getRows(school, desk, voucherList, { paidStatus: 'unpaid' })
  return {
    dashboard: monthsIn(dues.top, ({ months }) => months),
    // By 1, 2, and 3 or more.
    dashboardChart: monthsIn(
      dues.ageing.filter(({ students }) => students === 1),
      ({ months }) => months,
    ),
    ageing: monthsIn(aged, ({ months }) => months),
    studentList: monthsIn(listed, ({ monthsOwed }) => monthsOwed),
    netReceivables: monthsIn(unpaid, ({ monthsOwed }) => monthsOwed),
  }
}

const everywhere = (months: number) => ({
  dashboard: months,
  dashboardChart: Math.min(months, 3),
  ageing: months,
  studentList: months,
  netReceivables: months,
})

it('5,000 paid on two months of 4,500 leave one month owed on every screen', async () => {
  const { desk, pay } = await goTo(school, '2026-09-05')
  await admit(desk, september)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  expect(await monthsOnScreens()).toEqual(everywhere(2))
  await pay('5Red1-202611', 5000)
  expect(await monthsOnScreens()).toEqual(everywhere(1))
  await pay('5Red1-202611', 4000)
  expect(await monthsOnScreens()).toEqual(everywhere(0))
})

it('a returned cheque of a paid month is owed as that month, though its voucher stays marked as paid', async () => {
  const { desk, pay } = await goTo(school, '2026-09-05')
  await admit(desk, september)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  await pay('5Red1-202610', 4500, { method: 'cheque', reference: '1 HBL' })
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  expect(await monthsOnScreens()).toEqual(everywhere(1))
  const { receipt_no: receiptNo } = await school.db
    .selectFrom('receipts')
    .select('receipt_no')
    .where('method', '=', 'cheque')
    .executeTakeFirstOrThrow()
  const { status } = await desk.post(`/finances/returnCheque/${at}/${receiptNo}`, { reason: 'No funds' })
  expect(status).toBe(200)
  expect(await monthsOnScreens()).toEqual(everywhere(2))
})

it('dashboard, student list, ageing and Net receivables agree, whatever was done with the money', async () => {
  await fc.assert(
    fc.asyncProperty(someActions, async (actions) => {
      await playMoney(school, actions, async () => {
        const { ageing, ...others } = await monthsOnScreens()
        expect({ ageing, ...others }).toEqual(everywhere(ageing))
      })
    }),
    { numRuns: 8, seed: 27 },
  )
}, 120_000)
