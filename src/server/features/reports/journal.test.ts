import { afterAll, beforeEach, expect, it } from 'vitest'
import { journalList } from '#reports/journal.ts'
import { goToDay as go, septemberFeePeriod, type OfficeDay } from '#test/dated-payments.ts'
import { getRows } from '#test/report-rows.ts'
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

const readJournal = async (filters: Readonly<Record<string, string>> = {}) =>
  getRows(school, await school.as('viewer@main.test'), journalList, filters)
const exportFile = async (format = 'csv', payload: object = {}) =>
  school.app.inject({
    method: 'POST',
    url: `/finances/exportJournal/${format}/${campus}`,
    headers: { cookie: (await school.as('viewer@main.test')).cookie },
    payload,
  })

it('the journal has only closed days, by day, method and head, and later acts do not change it', async () => {
  await admit(day.desk, septemberFeePeriod)
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await goToDay('2026-10-15')
  await day.pay('5Red1-202610', 4000, { method: 'bank', reference: 'DS 1' })
  await day.pay('5Red1-202610', 500.5, {})
  await day.desk.post(`/finances/receiveInAdvance/${campus}/1`, { receivedAmount: 300 })
  await goToDay('2026-10-16')
  await day.desk.post(`/finances/refundAdvance/${campus}/1`, { amount: 100, reason: 'Asked for' })
  await goToDay('2026-11-02')
  expect((await readJournal()).rows).toEqual([])
  expect((await exportFile()).statusCode).toBe(404)
  expect((await day.admin.post(`/finances/closeBooks/${campus}`, { until: '2026-10-31' })).status).toBe(200)
  const firstExport = (await exportFile()).body
  expect(firstExport.split('\r\n').slice(1)).toEqual([
    '20261001-1,2026-10-01,Cash,7500.00,0.00,"Fees of 1 Oct 2026, Cash"',
    '20261001-1,2026-10-01,Admission Fee,0.00,2000.00,"Fees of 1 Oct 2026, Cash"',
    '20261001-1,2026-10-01,Registration Fee,0.00,1000.00,"Fees of 1 Oct 2026, Cash"',
    '20261001-1,2026-10-01,Monthly fee less discount,0.00,4500.00,"Fees of 1 Oct 2026, Cash"',
    '20261015-1,2026-10-15,Cash,800.50,0.00,"Fees of 15 Oct 2026, Cash"',
    '20261015-1,2026-10-15,Monthly fee less discount,0.00,500.00,"Fees of 15 Oct 2026, Cash"',
    '20261015-1,2026-10-15,In advance,0.00,300.50,"Fees of 15 Oct 2026, Cash"',
    '20261015-3,2026-10-15,Bank,4000.00,0.00,"Fees of 15 Oct 2026, Bank"',
    '20261015-3,2026-10-15,Monthly fee less discount,0.00,4000.00,"Fees of 15 Oct 2026, Bank"',
    '20261016-1,2026-10-16,Cash,0.00,100.00,"Fees of 16 Oct 2026, Cash"',
    '20261016-1,2026-10-16,In advance,100.00,0.00,"Fees of 16 Oct 2026, Cash"',
    '11 lines,,,12400.50,12400.50,',
    '',
  ])
  await day.correct('5Red1-202610', 4300)
  await day.desk.post('/finances/generateVoucher/student/1', { fromDate: '2026-11-01' })
  expect((await exportFile()).body).toBe(firstExport)
  expect((await readJournal({ fromDate: '2026-10-16' })).rows).toHaveLength(2)
})
