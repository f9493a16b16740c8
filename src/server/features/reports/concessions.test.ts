import { afterAll, beforeEach, expect, it } from 'vitest'
import { shareOf } from '#domain/money.ts'
import { concessionList } from '#reports/concessions.ts'
import { goToDay as go, septemberFeePeriod, type OfficeDay } from '#test/dated-payments.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, openSchool } from '#test/school.ts'
import { readXlsx } from '#test/xlsx.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
let day: OfficeDay
const goToDay = async (date: string) => (day = await go(school, date))
beforeEach(async () => {
  await school.reset()
  await goToDay('2026-10-01')
})
afterAll(() => school[Symbol.asyncDispose]())

const readLines = async (filters: Readonly<Record<string, string>> = {}) =>
  (await getRows(school, await school.as('viewer@main.test'), concessionList, filters)).rows.map((row) => [
    row.rollNo,
    row.monthlyFee / 100,
    row.discountBefore && row.discountBefore / 100,
    row.discount / 100,
    shareOf(row.discount, row.monthlyFee),
    row.since,
    row.whoName,
  ])
const changeFee = async (rollNo: number, discount: number, feeChangeDate?: string, caller = day.admin) => {
  const newFee = { monthlyFee: 5000, discount, ...(feeChangeDate && { feeChangeDate }) }
  expect((await caller.post(`/admissions/changeStudentFee/${rollNo}`, { newFee })).status).toBe(200)
}

it('the report lists the students with a discount this month, its date and user, or the changes of some days', async () => {
  for (const discount of [500, 0, 1250.5]) {
    await admit(day.desk, { financialData: { ...septemberFeePeriod.financialData, discount } })
  }
  expect(await readLines()).toEqual([
    [1, 5000, null, 500, 10, '2026-10-01', 'desk clerk'],
    [3, 5000, null, 1250.5, 25, '2026-10-01', 'desk clerk'],
  ])
  await goToDay('2026-10-20')
  await changeFee(1, 2500)
  await changeFee(2, 700, '2026-12-01')
  await changeFee(3, 0)
  expect(await readLines()).toEqual([[1, 5000, 500, 2500, 50, '2026-10-20', 'admin clerk']])
  const range = { fromDate: '2026-10-20', toDate: '2026-10-20' }
  expect(await readLines(range)).toEqual([
    [1, 5000, 500, 2500, 50, '2026-10-20', 'admin clerk'],
    [3, 5000, 1250.5, 0, 0, '2026-10-20', 'admin clerk'],
  ])
  expect(await readLines({ fromDate: '2026-10-21' })).toEqual([])
  await goToDay('2026-12-02')
  expect((await readLines({ section: 'Red' })).map(([rollNo]) => rollNo)).toEqual([1, 2])
  expect((await readLines()).at(-1)).toEqual([2, 5000, 0, 700, 14, '2026-12-01', 'admin clerk'])
  const { rawPayload } = await school.app.inject({
    method: 'POST',
    url: `/finances/exportConcessions/xlsx/${campus}`,
    headers: { cookie: (await school.as('viewer@main.test')).cookie },
    payload: {},
  })
  const [sheet, persons] = await readXlsx(rawPayload)
  expect(sheet?.rows.at(-1)).toEqual([
    null,
    '2 students',
    null,
    null,
    10_000,
    null,
    3200,
    32,
    null,
    null,
    null,
  ])
  expect(persons?.rows.slice(-2)).toEqual([
    ['admin clerk', 2, 3200],
    ['All', 2, 3200],
  ])
})
