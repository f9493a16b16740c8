import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { voucherList } from '#reports/voucher-list.ts'
import { covers } from '#test/covers.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'

const october = { feePeriod: '2026-10-01 to 2026-10-31', issueDate: '2026-10-01' }

interface Requested {
  readonly type?: string
  readonly paid?: string
  readonly body?: Record<string, unknown>
}

const school = await openSchool()

describe('the filters of the voucher report', () => {
  let desk: Caller

  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
  })

  const request = ({ type = 'all', paid = 'all', body = {} }: Requested = {}) =>
    desk.post(`/finances/getAllVouchers/${type}/Main%20Campus/${paid}`, body)
  const numbersIn = async (requested?: Requested) => {
    const { body } = await request(requested)
    return (body['vouchers'] as { voucherNo: string }[]).map(({ voucherNo }) => voucherNo)
  }
  const admitStudent = (studentClass = '5', section = 'Red') =>
    admit(desk, { studentData: { studentClass, section }, financialData: october })
  /** Generates and posts a month, issued on the fifth and due on the twentieth. */
  const bill = async (month: '2026-11' | '2026-12' | '2027-01') => {
    const dates = { fromDate: `${month}-01`, issueDate: `${month}-05`, dueDate: `${month}-20` }
    expect((await desk.post('/finances/generateVoucher/campus/Main%20Campus', dates)).status).toBe(200)
    await desk.post(`/finances/postVouchers/Main%20Campus/${Number(month.slice(5))}`)
  }
  const pay = (voucherNo: string, receivedAmount: number) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount })
  const setState = (rollNo: number, state: 'removed' | 'graduated') =>
    school.db
      .updateTable('students')
      .set({ state, left_on: '2026-11-20' })
      .where('roll_no', '=', rollNo)
      .execute()

  it.each<[what: string, body: Record<string, unknown>, numbers: string[]]>([
    ['a class', { studentClass: '5' }, ['5Red1adm', '5Blue2adm']],
    ['a section', { section: 'Red' }, ['NurseryRed3adm', '5Red1adm']],
    ['a class and a section', { studentClass: '5', section: 'Blue' }, ['5Blue2adm']],
    ['a class without a voucher', { studentClass: '10' }, []],
    [
      'all classes and sections',
      { studentClass: 'all', section: 'all' },
      ['NurseryRed3adm', '5Red1adm', '5Blue2adm'],
    ],
    [
      'empty fields',
      { studentClass: '', section: null, fromDate: '', toDate: '' },
      ['NurseryRed3adm', '5Red1adm', '5Blue2adm'],
    ],
  ])('select by %s', async (_, body, expected) => {
    covers('spec 3.report-query.filters', 'spec 7.finances.report')

    await admitStudent('5', 'Red')
    await admitStudent('5', 'Blue')
    await admitStudent('Nursery', 'Red')
    expect(await numbersIn({ body })).toEqual(expected)
  })

  it.each<[what: string, body: Record<string, unknown>, months: string[]]>([
    ['from a date', { fromDate: '2026-11-05' }, ['-202611', '-202612']],
    ['from the day after', { fromDate: '2026-11-06' }, ['-202612']],
    ['up to a date', { toDate: '2026-11-05' }, ['adm', '-202611']],
    ['up to the day before', { toDate: '2026-11-04' }, ['adm']],
    ['between two dates', { fromDate: '2026-11-01', toDate: '2026-11-30' }, ['-202611']],
    ['between two dates in the wrong order', { fromDate: '2026-11-30', toDate: '2026-11-01' }, []],
    ['up to a due date', { toDate: '2026-12-20', toDateOf: 'dueDate' }, ['adm', '-202611', '-202612']],
    ['up to the day before a due date', { toDate: '2026-12-19', toDateOf: 'dueDate' }, ['adm', '-202611']],
    [
      'from an issue date to a due date',
      { fromDate: '2026-11-05', toDate: '2026-11-20', toDateOf: 'dueDate' },
      ['-202611'],
    ],
    [
      'from an issue date to the day before a due date',
      { fromDate: '2026-11-05', toDate: '2026-11-19', toDateOf: 'dueDate' },
      [],
    ],
  ])('select by dates: %s', async (_, body, months) => {
    covers('spec 2.fee-record.dates', 'spec 3.report-query.filters', 'decisions 3.reports.issue-date')
    covers('decisions 3.reports.to-due-date')

    await admitStudent()
    await bill('2026-11')
    await bill('2026-12')
    expect(await numbersIn({ body })).toEqual(months.map((month) => `5Red1${month}`))
  })

  it.each([
    ['a class', { body: { studentClass: '11' } }, 'studentClass'],
    ['a section', { body: { section: 'red' } }, 'section'],
    ['a day', { body: { fromDate: '2026-11-31' } }, 'fromDate'],
    ['a date to compare with', { body: { toDateOf: 'birthday' } }, 'toDateOf'],
    ['a student filter', { type: 'everybody' }, 'type'],
    ['a payment status', { paid: 'overdue' }, 'paidStatus'],
  ])('refuse an unknown value for %s with an error at its field', async (_, requested, field) => {
    expect(await request(requested)).toMatchObject({
      status: 400,
      body: { code: 'invalid', errors: [{ field }] },
    })
  })

  it('select by state: active, left or graduated, and both', async () => {
    covers('spec 3.report-query.kind', 'decisions 4.states.in-reports')

    const [stays, leaves, graduates] = [await admitStudent(), await admitStudent(), await admitStudent('10')]
    await setState(leaves, 'removed')
    await setState(graduates, 'graduated')
    expect(await numbersIn({ type: 'admitted' })).toEqual([`5Red${stays}adm`])
    expect(await numbersIn({ type: 'removed' })).toEqual([`5Red${leaves}adm`, `10Red${graduates}adm`])
    expect(await numbersIn({ type: 'all' })).toHaveLength(3)
    const { body } = await request()
    expect((body['vouchers'] as { isRemoved: boolean }[]).map(({ isRemoved }) => isRemoved)).toEqual([
      false,
      true,
      true,
    ])
  })

  it('select paid or unpaid vouchers', async () => {
    covers('spec 3.report-query.payment', 'decisions 3.reports.unpaid')

    await admitStudent()
    await admitStudent()
    await bill('2026-11')
    await pay('5Red1-202611', 4500)
    await pay('5Red2-202611', 4499.99)
    expect(await numbersIn({ paid: 'paid' })).toEqual(['5Red1adm', '5Red1-202611', '5Red2adm'])
    expect(await numbersIn({ paid: 'unpaid' })).toEqual(['5Red2-202611'])
  })

  it('list only the last voucher of a carried debt as unpaid', async () => {
    covers('decisions 3.reports.debt-once')

    await admitStudent()
    await admitStudent()
    await bill('2026-11')
    await pay('5Red2-202611', 4500)
    await bill('2026-12')
    await bill('2027-01')
    expect(await numbersIn({ paid: 'unpaid' })).toEqual(['5Red1-202701', '5Red2-202701'])
    expect(await numbersIn({ paid: 'unpaid', body: { toDate: '2026-12-31' } })).toEqual([
      '5Red1-202612',
      '5Red2-202612',
    ])
    expect(await numbersIn({ paid: 'unpaid', body: { toDate: '2026-11-30' } })).toEqual(['5Red1-202611'])
    expect(await numbersIn({ body: { fromDate: '2026-11-01' } })).toHaveLength(6)
    const { body } = await request({ paid: 'unpaid' })
    const owed = (body['vouchers'] as { netBalance: number }[]).map(({ netBalance }) => netBalance)
    expect(owed).toEqual([13_500, 9000])
  })

  it('list a debt only in the class of the voucher that contains it', async () => {
    covers('decisions 3.reports.debt-once')

    await admitStudent('4')
    await bill('2026-11')
    await desk.post('/admissions/promoteClass', {
      classToPromote: '4',
      isGraduation: false,
      campus: 'Main Campus',
    })
    await bill('2026-12')
    const unpaid = (body: Record<string, unknown>) => numbersIn({ paid: 'unpaid', body })
    expect(await unpaid({})).toEqual(['5Red1-202612'])
    expect(await unpaid({ studentClass: '4' })).toEqual([])
    expect(await unpaid({ studentClass: '5' })).toEqual(['5Red1-202612'])
    // The later voucher is outside the dates.
    expect(await unpaid({ studentClass: '4', toDate: '2026-11-30' })).toEqual(['4Red1-202611'])
    expect(await unpaid({ studentClass: '5', toDate: '2026-11-30' })).toEqual([])
    // A charge stays in its class.
    expect(await numbersIn({ body: { studentClass: '4', fromDate: '2026-11-01' } })).toEqual(['4Red1-202611'])
  })

  it('select a month by the month generated for, whatever the dates, and refuse another form', async () => {
    covers('decisions 7.month.list')

    await admitStudent()
    await bill('2026-11')
    // Generated and issued in November, for December.
    const early = { fromDate: '2026-12-01', issueDate: '2026-11-26', dueDate: '2026-12-06' }
    expect((await desk.post('/finances/generateVoucher/campus/Main%20Campus', early)).status).toBe(200)
    const ofDates = { fromDate: '2026-12-01', toDate: '2026-12-31' }
    expect(await numbersIn({ body: ofDates })).toEqual([])
    expect(await numbersIn({ body: { ...ofDates, month: '2026-12' } })).toEqual(['5Red1-202612'])
    expect(await numbersIn({ body: { ...ofDates, month: '2026-11' } })).toEqual(['5Red1-202611'])
    expect(await numbersIn({ body: { ...ofDates, month: '' } })).toEqual([])
    expect(await numbersIn({ paid: 'unpaid', body: { month: '2026-11' } })).toEqual(['5Red1-202611'])
    expect(await numbersIn({ body: { month: '2026-12', studentClass: '6' } })).toEqual([])
    expect(await request({ body: { month: '12' } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'month' }] },
    })
  })

  it('split the debt on a voucher of a month by the parts up to it, even if a later voucher carries it', async () => {
    covers('decisions 7.month.marks')

    await admitStudent()
    const dates = { fromDate: '2026-11-01', issueDate: '2026-11-01', dueDate: '2026-11-11' }
    await desk.post('/finances/generateVoucher/campus/Main%20Campus', dates)
    await desk.post('/finances/postVouchers/Main%20Campus/11')
    await bill('2026-12')
    await pay('5Red1-202612', 1000)
    const unpaidOf = async (month: string) =>
      (await getRows(school, desk, voucherList, { paidStatus: 'unpaid', month })).rows
    expect(await unpaidOf('2026-11')).toMatchObject([
      { voucherNo: '5Red1-202611', dueSince: '2026-11-11', overdue: 350_000, notDue: 0, monthsOwed: 1 },
    ])
    expect(await unpaidOf('2026-12')).toMatchObject([
      { voucherNo: '5Red1-202612', dueSince: '2026-11-11', overdue: 350_000, notDue: 450_000, monthsOwed: 2 },
    ])
  })

  it('can exclude drafts as if they did not exist', async () => {
    await admitStudent()
    await bill('2026-11')
    const dates = { fromDate: '2026-12-01', issueDate: '2026-12-05', dueDate: '2026-12-20' }
    await desk.post('/finances/generateVoucher/campus/Main%20Campus', dates)
    expect(await numbersIn({ paid: 'unpaid' })).toEqual(['5Red1-202612'])
    // The posted debt is not lost with the unposted voucher that took it over.
    const posted = { unposted: 'leftOut' }
    expect(await numbersIn({ paid: 'unpaid', body: posted })).toEqual(['5Red1-202611'])
    expect(await numbersIn({ body: posted })).toEqual(['5Red1adm', '5Red1-202611'])
    expect(await request({ body: { unposted: 'only' } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'unposted' }] },
    })
    const { rows } = await getRows(school, desk, voucherList, posted)
    expect(rows.map(({ carriedTo }) => carriedTo)).toEqual([null, null])
    await desk.post('/finances/postVouchers/Main%20Campus/12')
    const after = await getRows(school, desk, voucherList, posted)
    expect(after.rows.map(({ carriedTo }) => carriedTo)).toEqual([null, '5Red1-202612', null])
  })

  it('never list a replaced voucher', async () => {
    covers('decisions 3.voucher-numbers.replaced')

    await admitStudent()
    await bill('2026-11')
    await bill('2026-12')
    await school.db
      .updateTable('vouchers')
      .set({ carried_to: null, replaced_by: '5Red1-202612' })
      .where('voucher_no', '=', '5Red1-202611')
      .execute()
    for (const paid of ['all', 'paid', 'unpaid']) {
      for (const type of ['all', 'admitted'])
        expect(await numbersIn({ type, paid })).not.toContain('5Red1-202611')
    }
    expect(await numbersIn({ paid: 'unpaid', body: { toDate: '2026-11-30' } })).toEqual([])
  })
})
