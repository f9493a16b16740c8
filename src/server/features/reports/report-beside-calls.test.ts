// @module-tag engine

import { afterAll, expect, it } from 'vitest'
import { paisa, sum } from '#domain/money.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { getRows, requestList } from '#test/report-rows.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'

const school = await openSchool()
afterAll(async () => school[Symbol.asyncDispose]())

const october = { feePeriod: '2026-10-01 to 2026-10-31', issueDate: '2026-10-01' }

it('a report shows one state of one campus while other campuses and the counter work', async () => {
  const [viewer, desk] = [await school.as('viewer@main.test'), await school.as('desk@main.test')]
  // A second user is needed because a session may run only one report at a time.
  const admin = await school.as('admin@main.test')
  const city = await school.as('office@city.test')
  const numbers = Array.from({ length: 8 }, (_, index) => index + 1)
  for (const number of numbers) {
    await admit(desk, { studentData: { studentName: `Main ${number}` }, financialData: october })
    await admit(city, { studentData: { studentName: `City ${number}` }, financialData: october })
  }
  await generateAndPost(await school.as('office@main.test'), 'Main Campus', '2026-11-01')
  const sumReceived = async () => (await getRows(school, viewer, voucherList)).totals.sums.received
  const before = await sumReceived()
  const readStudent = async (caller: typeof desk, campus: string, rollNo: number) =>
    (await caller.get(`/admissions/getStudentInfo/${rollNo}/${encodeURIComponent(campus)}`)).body

  const reports = numbers.map(async (number) => {
    // Each report includes or excludes a whole payment; rows of a mixture would differ from the totals.
    const [{ totals, rows }, objects] = await Promise.all([
      getRows(school, viewer, voucherList),
      requestList(school, admin, voucherList, { accept: 'application/json' }),
      desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red${number}-202611`, {
        receivedAmount: 100 * number,
      }),
    ])
    expect([...new Set(rows.map(({ studentName }) => studentName))]).toEqual(
      numbers.map((mainNo) => `Main ${mainNo}`),
    )
    expect(sum(...rows.map(({ received }) => received))).toBe(totals.sums.received)
    expect(JSON.parse(objects.text)['vouchers']).toHaveLength(2 * numbers.length)
  })
  const lookUps = [...numbers, ...numbers].map(async (number) => {
    expect(await readStudent(city, 'City Campus', number)).toMatchObject({
      data: { studentData: { studentName: `City ${number}` } },
    })
    expect(await readStudent(desk, 'Main Campus', number)).toMatchObject({
      data: { studentData: { studentName: `Main ${number}` } },
    })
  })
  await Promise.all([...reports, ...lookUps])
  expect(await sumReceived()).toBe(before + sum(...numbers.map((number) => paisa(10_000 * number))))
})
