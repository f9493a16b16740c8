import { afterAll, beforeEach, expect, it } from 'vitest'
import { ages } from '#domain/ageing.ts'
import { ageingList } from '#reports/ageing.ts'
import { goToDay as go, type OfficeDay } from '#test/dated-payments.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, openSchool } from '#test/school.ts'
import { readXlsx } from '#test/xlsx.ts'

const main = 'Main%20Campus'
const school = await openSchool()
let day: OfficeDay
const goToDay = async (date: string) => (day = await go(school, date))
beforeEach(async () => {
  await school.reset()
  await goToDay('2026-09-01')
})
afterAll(() => school[Symbol.asyncDispose]())

const get = async (filters: Readonly<Record<string, string>> = {}) =>
  getRows(school, await school.as('viewer@main.test'), ageingList, filters)
/** Reads roll number, months, due since, and the ages that are not 0, in rupees. */
const readLines = async (filters: Readonly<Record<string, string>> = {}) =>
  (await get(filters)).rows.map((row) => [
    row.rollNo,
    row.months,
    row.dueSince,
    Object.fromEntries(ages.flatMap(({ key }) => (row[key] === 0 ? [] : [[key, row[key] / 100]]))),
  ])

const admitIn = (studentClass: string) =>
  admit(day.desk, {
    studentData: { studentClass },
    financialData: { feePeriod: '2026-09-01 to 2026-09-30' },
  })

/** Generates and posts a month's vouchers, which are due on the 10th. */
async function bill(month: number, date = `2026-${month}-01`): Promise<void> {
  const first = `2026-${month}-01`
  await goToDay(date)
  const dates = { fromDate: first, issueDate: first, dueDate: `2026-${month}-10` }
  await day.desk.post(`/finances/generateVoucher/campus/${main}`, dates)
  await day.desk.post(`/finances/postVouchers/${main}/${month}`)
}

it('debts are sorted by days overdue, and a receipt pays the oldest debt first', async () => {
  await admitIn('5')
  await bill(10)
  await bill(11)
  await goToDay('2026-11-22')
  expect(await readLines()).toEqual([[1, 2, '2026-10-10', { upTo30: 4500, upTo60: 4500 }]])
  await day.pay('5Red1-202611', 5000)
  expect(await readLines()).toEqual([[1, 1, '2026-11-10', { upTo30: 4000 }]])
  await day.desk.post(`/finances/markIndividualVoucherAsPaid/${main}/5Red1-202611`, { receivedAmount: 4000 })
  expect(await readLines()).toEqual([])
  expect((await get()).msg).toBe('No student found')
})

it('the ageing as of an evening has the debts, due dates and classes of that evening', async () => {
  await admitIn('5')
  await admitIn('6')
  await bill(10)
  await goToDay('2026-10-31')
  await day.pay('5Red1-202610', 1000)
  const evening = await readLines()
  expect(evening).toEqual([
    [1, 1, '2026-10-10', { upTo30: 3500 }],
    [2, 1, '2026-10-10', { upTo30: 4500 }],
  ])
  await goToDay('2026-11-03')
  await day.correct('5Red1-202610', 900)
  await day.pay('6Red2-202610', 4500, { receivedDate: '2026-10-20' })
  const { body } = await day.desk.get(`/finances/voucherRuns/${main}`)
  const [run] = body['runs'] as { runNo: number }[]
  const redated = await day.desk.post(`/finances/redateRun/${main}/${run?.runNo}`, {
    dueDate: '2026-11-15',
    reason: 'Printed late',
  })
  expect(redated.status).toBe(200)
  await day.admin.post('/admissions/promoteClass', { campus: 'Main Campus', classToPromote: '5' })
  await bill(11, '2026-11-05')
  expect(await readLines({ asOf: '2026-10-31' })).toEqual(evening)
  expect((await get({ asOf: '2026-10-31', studentClass: '6' })).rows.map(({ rollNo }) => rollNo)).toEqual([2])
  expect(await readLines({ asOf: '2026-11-03' })).toEqual([[1, 1, '2026-11-15', { notDue: 3600 }]])
  const now = await get({ studentClass: '6' })
  expect(now.rows.map(({ rollNo, studentClass }) => [rollNo, studentClass])).toEqual([
    [1, '6'],
    [2, '6'],
  ])
})

it('an exported file has totals by class', async () => {
  await admitIn('5')
  await admitIn('6')
  await admitIn('6')
  await bill(10)
  await bill(11)
  await goToDay('2026-11-22')
  const { rawPayload } = await school.app.inject({
    method: 'POST',
    url: `/finances/exportAgeing/xlsx/${main}`,
    headers: { cookie: (await school.as('viewer@main.test')).cookie },
    payload: { asOf: '2026-11-22' },
  })
  const [sheet, byClass] = await readXlsx(rawPayload)
  expect(sheet?.rows.slice(-2)).toEqual([
    [3, 'Ayesha Khan', '6', 'Red', 2, '@2026-10-10', 0, 4500, 4500, 0, 0, 9000],
    [null, '3 students', null, null, null, null, 0, 13_500, 13_500, 0, 0, 27_000],
  ])
  expect(byClass?.rows.slice(-3)).toEqual([
    ['5', 1, 0, 4500, 4500, 0, 0, 9000],
    ['6', 2, 0, 9000, 9000, 0, 0, 18_000],
    ['All', 3, 0, 13_500, 13_500, 0, 0, 27_000],
  ])
})
