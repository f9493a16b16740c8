import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { receiptList } from '#reports/fee-received.ts'
import { studentList } from '#reports/student-list.ts'
import { voucherList } from '#reports/voucher-list.ts'
import { anAdmission } from '#test/builders.ts'
import { goToDay, septemberFeePeriod } from '#test/dated-payments.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'
import { readXlsx } from '#test/xlsx.ts'

let school: TestSchool

beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())
beforeEach(() => school.reset())

it('October as of its last evening does not change by receipts, new prices and promotions in November', async () => {
  const { desk } = await goToDay(school, '2026-09-05')
  await admit(desk, septemberFeePeriod)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  const { admin, pay } = await goToDay(school, '2026-11-02')
  const newFee = { ...anAdmission().financialData, monthlyFee: 6000 }
  const outcome = { kind: 'leaves owing', reason: 'Moved away' }
  const later = [
    await pay('5Red1-202610', 3000),
    await admin.post('/admissions/editAdmissionFee', { rollNo: 1, newFee }),
    await admin.post('/admissions/promoteClass', { campus: 'Main Campus', classToPromote: '5' }),
    await admin.post('/admissions/removeStudent/1', { outcome }),
  ]
  expect(later.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const asOf = '2026-10-31'
  const [voucher] = (await getRows(school, admin, voucherList, { asOf, paidStatus: 'unpaid' })).rows
  expect(voucher).toMatchObject({ voucherNo: '5Red1-202610', monthlyFee: 500_000, received: 0, left: false })
  const [student] = (await getRows(school, admin, studentList, { asOf })).rows
  expect(student).toMatchObject({
    studentClass: '5',
    netMonthlyFee: 450_000,
    balance: 450_000,
    monthsOwed: 1,
  })
  expect((await getRows(school, admin, studentList, {})).rows).toEqual([])
  expect((await getRows(school, admin, receiptList, { asOf, fromDate: '2026-10-01' })).rows).toEqual([])
})

it('a file names its evening in its name and heading', async () => {
  const { desk } = await goToDay(school, '2026-09-05')
  await admit(desk, septemberFeePeriod)
  const answer = await school.app.inject({
    method: 'POST',
    url: '/finances/exportVouchers/fee-record/xlsx/all/Main%20Campus/all',
    headers: { cookie: desk.cookie },
    payload: { asOf: '2026-09-30' },
  })
  expect(answer.headers['content-disposition']).toContain('Fee record, Main Campus, as of 2026-09-30.xlsx')
  const [sheet] = await readXlsx(answer.rawPayload)
  expect(sheet?.rows.flat().join(' ')).toContain('As of the evening of: 30 Sep 2026')
})
