import { afterAll, beforeEach, expect, it } from 'vitest'
import { receivedHeads } from '#domain/received-heads.ts'
import { receiptList } from '#reports/fee-received.ts'
import { receivedHeadList } from '#reports/received-heads.ts'
import { goToDay as go, type OfficeDay } from '#test/dated-payments.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'
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

const readReport = async (filters: Readonly<Record<string, string>> = {}) =>
  getRows(school, await school.as('viewer@main.test'), receivedHeadList, filters)
/** Reads month, class and the heads that are not 0, in rupees. */
const readLines = async (filters: Readonly<Record<string, string>> = {}) =>
  (await readReport(filters)).rows.map((row) => [
    row.month,
    row.studentClass,
    Object.fromEntries(receivedHeads.flatMap(({ key }) => (row[key] === 0 ? [] : [[key, row[key] / 100]]))),
  ])

/** Admits a student in September who pays at once; the monthly fee is 4,500 less 500. */
const admitTo = (studentClass: string) =>
  admit(day.desk, {
    studentData: { studentClass },
    financialData: { feePeriod: '2026-09-01 to 2026-09-30', monthlyFee: 4500, discount: 500 },
  })

it('a payment on arrears and November is split by the heads of both months', async () => {
  await admitTo('5')
  await goToDay('2026-10-01')
  await day.desk.post('/finances/addAdditionalCharges', { rollNumber: 1, examinationFee: 500 })
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  const newFee = { monthlyFee: 5000, discount: 500 }
  await day.desk.post('/admissions/changeStudentFee/1', {
    newFee: { ...newFee, feeChangeDate: '2026-11-01' },
  })
  await goToDay('2026-11-05')
  await generateAndPost(day.desk, 'Main Campus', '2026-11-01')
  await day.pay('5Red1-202611', 9000)
  expect(await readLines({ fromDate: '2026-11-01' })).toEqual([
    ['2026-11-01', '5', { examinationFee: 500, monthlyFee: 8500 }],
  ])
  expect(await readLines({ toDate: '2026-10-31' })).toEqual([
    ['2026-09-01', '5', { admissionFee: 2000, registrationFee: 1000, monthlyFee: 4000 }],
  ])
})

it('each month and class has a line, with reversals deducted and advances in their own column', async () => {
  await admitTo('5')
  await admitTo('6')
  await goToDay('2026-10-05')
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await day.pay('5Red1-202610', 1000)
  await day.correct('5Red1-202610', 900)
  await day.desk.post(`/finances/markIndividualVoucherAsPaid/${main}/6Red2-202610`, { receivedAmount: 4000 })
  await day.desk.post(`/finances/receiveInAdvance/${main}/2`, { receivedAmount: 250.5 })
  const received = { admissionFee: 2000, registrationFee: 1000, monthlyFee: 4000 }
  expect(await readLines()).toEqual([
    ['2026-09-01', '5', received],
    ['2026-09-01', '6', received],
    ['2026-10-01', '5', { monthlyFee: 900 }],
    ['2026-10-01', '6', { monthlyFee: 4000, advance: 250.5 }],
  ])
  const { rawPayload } = await school.app.inject({
    method: 'POST',
    url: `/finances/exportReceivedByHead/xlsx/${main}`,
    headers: { cookie: (await school.as('viewer@main.test')).cookie },
    payload: { fromDate: '2026-10-01' },
  })
  const [sheet, byClass, byMonth] = await readXlsx(rawPayload)
  expect(sheet?.rows.slice(-3)).toEqual([
    ['October 2026', '5', 0, 0, 0, 0, 0, 900, 0, 900],
    ['October 2026', '6', 0, 0, 0, 0, 0, 4000, 250.5, 4250.5],
    ['2 lines', null, 0, 0, 0, 0, 0, 4900, 250.5, 5150.5],
  ])
  expect(byClass?.rows.at(-1)).toEqual(['All', 0, 0, 0, 0, 0, 4900, 250.5, 5150.5])
  expect(byMonth?.rows.at(-2)).toEqual(['October 2026', 0, 0, 0, 0, 0, 4900, 250.5, 5150.5])
})

it('the heads add up to Fee received to the paisa after every operation', async () => {
  school.now = new Date('2026-11-21T09:00:00+05:00')
  await runEveryOperation(school)
  const { totals } = await readReport()
  const desk = await school.as('desk@main.test')
  const received = (await getRows(school, desk, receiptList)).totals.sums.amount
  const { total, ...heads } = totals.sums
  expect(total).toBe(received)
  expect(Object.values(heads).reduce((all, amount) => all + amount, 0)).toBe(received)
})
