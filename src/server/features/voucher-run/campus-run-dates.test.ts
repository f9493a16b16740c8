import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const october = { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }

describe('the dates of a campus run', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
  })

  const run = (payload: Record<string, unknown>) =>
    desk.post('/finances/generateVoucher/campus/Main%20Campus', payload)
  const listMonthlyVouchers = () =>
    school.db.selectFrom('vouchers').selectAll().where('kind', '=', 'monthly').orderBy('voucher_no').execute()

  it.each([
    [
      'only the month',
      { fromDate: '2026-12-01' },
      {
        issue_date: '2026-11-21',
        due_date: '2026-12-01',
        period_from: '2026-12-01',
        period_to: '2026-12-31',
      },
    ],
    [
      'a day in the month',
      { fromDate: '2026-12-05' },
      { period_from: '2026-12-05', period_to: '2026-12-31' },
    ],
    ['an issue date', { fromDate: '2026-12-01', issueDate: '2026-12-03' }, { due_date: '2026-12-13' }],
    [
      'a due date before the issue date',
      { fromDate: '2026-12-01', issueDate: '2026-12-03', dueDate: '2026-12-02' },
      { issue_date: '2026-12-03', due_date: '2026-12-03' },
    ],
    [
      'an end before the start',
      { fromDate: '2026-12-10', toDate: '2026-12-09' },
      { period_from: '2026-12-10', period_to: '2026-12-10', month: 12 },
    ],
    [
      'a period of two months',
      { fromDate: '2027-02-01', toDate: '2027-03-31' },
      { year: 2027, month: 2, period_to: '2027-03-31', voucher_no: '5Red1-202702' },
    ],
  ])('have a default for each date that is not given: %s', async (_, payload, row) => {
    covers('spec 5.generation.campus-dates', 'spec 7.finances.generate-campus')

    await admit(desk, october)
    expect((await run(payload)).status).toBe(200)
    expect(await listMonthlyVouchers()).toMatchObject([row])
  })

  it.each([
    ['no month', {}, 'fromDate', 'Please fill all the fields'],
    [
      'a date that does not exist',
      { fromDate: '2026-11-31' },
      'fromDate',
      'Please correct the marked fields',
    ],
    [
      'an invalid issue date',
      { fromDate: '2026-11-01', issueDate: 'soon' },
      'issueDate',
      'Please correct the marked fields',
    ],
  ])('are refused with an error at their field: %s', async (_, payload, field, msg) => {
    await admit(desk, october)
    expect(await run(payload)).toMatchObject({
      status: 400,
      body: { code: 'invalid', msg, errors: [{ field }] },
    })
    expect(await listMonthlyVouchers()).toEqual([])
  })
})
