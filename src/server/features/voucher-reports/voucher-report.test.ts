import { covers } from '#test/covers.ts'
import { classes, sections } from '#domain/school.ts'
import { everyRow } from '#test/every-row.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

const october = { feePeriod: '2026-10-01 to 2026-10-31', issueDate: '2026-10-01' }

interface Requested {
  readonly type?: string
  readonly paid?: string
  readonly body?: Record<string, unknown>
  readonly caller?: Caller
}

const school = await openSchool()

describe('the voucher report', () => {
  let desk: Caller

  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
  })

  const ask = ({ type = 'all', paid = 'all', body = {}, caller = desk }: Requested = {}) =>
    caller.post(`/finances/getAllVouchers/${type}/Main%20Campus/${paid}`, body)
  const numbers = async (requested?: Requested) => {
    const { body } = await ask(requested)
    return (body['vouchers'] as { voucherNo: string }[]).map(({ voucherNo }) => voucherNo)
  }
  const child = (studentClass = '5', section = 'Red') =>
    admit(desk, { studentData: { studentClass, section }, financialData: october })
  /** Issued on the fifth of its month and due on the twentieth. */
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

  it('lists each voucher in full, as the counter does', async () => {
    covers('spec 3.voucher.fields', 'spec 4.voucher-report.found', 'spec 7.finances.voucher-by-id')
    covers('spec 7.finances.report', 'decisions 2.replies.voucher')

    await child()
    const { status, body } = await ask()
    expect({ status, msg: body['msg'] }).toEqual({ status: 200, msg: 'Vouchers found' })
    expect(body['vouchers']).toEqual([
      {
        voucherNo: '5Red1adm',
        chainNo: 1,
        kind: 'admission',
        studentName: 'Ayesha Khan',
        fatherName: 'Imran Khan',
        rollNo: 1,
        studentClass: '5',
        section: 'Red',
        campus: 'Main Campus',
        feePeriod: '2026-10-01 to 2026-10-31',
        issueDate: '2026-10-01',
        dueDate: '2026-10-11',
        monthlyFee: 5000,
        netMonthlyFee: 4500,
        discount: 500,
        registrationFee: 1000,
        admissionFee: 2000,
        examinationFee: 0,
        arrears: 0,
        fine: 0,
        thisMonth: 7500,
        netReceivable: 7500,
        receivedAmount: 7500,
        netBalance: 0,
        receivedBy: 'desk@main.test',
        receivedByName: 'desk clerk',
        receivedDate: '2026-11-21',
        editedBy: '',
        feePaid: true,
        posted: true,
        note: '',
        monthGenerated: 10,
        yearGenerated: 2026,
        isRemoved: false,
        carriedTo: null,
        replacedBy: null,
      },
    ])
    const one = await desk.get('/finances/individualVoucherByVoucherId/Main%20Campus/5Red1adm')
    expect(one.body['voucher']).toEqual({ ...(body['vouchers'] as object[])[0], takenOverBy: null })
  })

  it('replies to an empty list in the words of the specification', async () => {
    covers('spec 4.voucher-report.none', 'decisions 2.replies.all-vouchers')

    const { status, body } = await ask()
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'No vouchers found', vouchers: [] } })
  })

  it('writes nothing, and is open to the read role', async () => {
    await child()
    const viewer = await school.as('viewer@main.test')
    const before = await everyRow(school.db)
    expect(await numbers({ caller: viewer })).toEqual(['5Red1adm'])
    expect(await everyRow(school.db)).toEqual(before)
  })

  it('is in class order, from Play Group to 10 and then Hifz', async () => {
    for (const studentClass of classes.toSorted()) await child(studentClass)
    const { body } = await ask()
    expect((body['vouchers'] as { studentClass: string }[]).map(({ studentClass }) => studentClass)).toEqual([
      ...classes,
    ])
  })

  it('is sorted by section within a class, by roll number within a section and by age within a student', async () => {
    covers('decisions 4.order.lists')

    for (const section of sections.toReversed()) await child('5', section)
    for (let count = 0; count < 4; count += 1) await child('5', 'Red')
    await bill('2026-11')
    expect(await numbers()).toEqual([
      ...[6, 7, 8, 9, 10].flatMap((rollNo) => [`5Red${rollNo}adm`, `5Red${rollNo}-202611`]),
      ...['Green5', 'Blue4', 'Pink3', 'Rose2', 'Hifz1'].flatMap((mark) => [`5${mark}adm`, `5${mark}-202611`]),
    ])
  })

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
  ])('filters by %s', async (_, body, expected) => {
    covers('spec 3.report-query.filters', 'spec 7.finances.report')

    await child('5', 'Red')
    await child('5', 'Blue')
    await child('Nursery', 'Red')
    expect(await numbers({ body })).toEqual(expected)
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
  ])('filters by dates: %s', async (_, body, months) => {
    covers('spec 2.fee-record.dates', 'spec 3.report-query.filters', 'decisions 3.reports.issue-date')
    covers('decisions 3.reports.to-due-date')

    await child()
    await bill('2026-11')
    await bill('2026-12')
    expect(await numbers({ body })).toEqual(months.map((month) => `5Red1${month}`))
  })

  it.each([
    ['a class', { body: { studentClass: '11' } }, 'studentClass'],
    ['a section', { body: { section: 'red' } }, 'section'],
    ['a day', { body: { fromDate: '2026-11-31' } }, 'fromDate'],
    ['a date to compare with', { body: { toDateOf: 'birthday' } }, 'toDateOf'],
    ['a student filter', { type: 'everybody' }, 'type'],
    ['a payment status', { paid: 'overdue' }, 'paidStatus'],
  ])('refuses an unknown value for %s by its name', async (_, requested, field) => {
    expect(await ask(requested)).toMatchObject({
      status: 400,
      body: { code: 'invalid', errors: [{ field }] },
    })
  })

  it('filters by state: active, left or graduated, and both', async () => {
    covers('spec 3.report-query.kind', 'decisions 4.states.in-reports')

    const [stays, leaves, graduates] = [await child(), await child(), await child('10')]
    await setState(leaves, 'removed')
    await setState(graduates, 'graduated')
    expect(await numbers({ type: 'admitted' })).toEqual([`5Red${stays}adm`])
    expect(await numbers({ type: 'removed' })).toEqual([`5Red${leaves}adm`, `10Red${graduates}adm`])
    expect(await numbers({ type: 'all' })).toHaveLength(3)
    const { body } = await ask()
    expect((body['vouchers'] as { isRemoved: boolean }[]).map(({ isRemoved }) => isRemoved)).toEqual([
      false,
      true,
      true,
    ])
  })

  it('filters by paid and unpaid', async () => {
    covers('spec 3.report-query.payment', 'decisions 3.reports.unpaid')

    await child()
    await child()
    await bill('2026-11')
    await pay('5Red1-202611', 4500)
    await pay('5Red2-202611', 4499.99)
    expect(await numbers({ paid: 'paid' })).toEqual(['5Red1adm', '5Red1-202611', '5Red2adm'])
    expect(await numbers({ paid: 'unpaid' })).toEqual(['5Red2-202611'])
  })

  it('lists only the last voucher of a carried debt as unpaid', async () => {
    covers('decisions 3.reports.debt-once')

    await child()
    await child()
    await bill('2026-11')
    await pay('5Red2-202611', 4500)
    await bill('2026-12')
    await bill('2027-01')
    expect(await numbers({ paid: 'unpaid' })).toEqual(['5Red1-202701', '5Red2-202701'])
    expect(await numbers({ paid: 'unpaid', body: { toDate: '2026-12-31' } })).toEqual([
      '5Red1-202612',
      '5Red2-202612',
    ])
    expect(await numbers({ paid: 'unpaid', body: { toDate: '2026-11-30' } })).toEqual(['5Red1-202611'])
    expect(await numbers({ body: { fromDate: '2026-11-01' } })).toHaveLength(6)
    const { body } = await ask({ paid: 'unpaid' })
    const owed = (body['vouchers'] as { netBalance: number }[]).map(({ netBalance }) => netBalance)
    expect(owed).toEqual([13_500, 9000])
  })

  it('never lists a replaced voucher', async () => {
    covers('decisions 3.voucher-numbers.replaced')

    await child()
    await bill('2026-11')
    await bill('2026-12')
    await school.db
      .updateTable('vouchers')
      .set({ carried_to: null, replaced_by: '5Red1-202612' })
      .where('voucher_no', '=', '5Red1-202611')
      .execute()
    for (const paid of ['all', 'paid', 'unpaid']) {
      for (const type of ['all', 'admitted'])
        expect(await numbers({ type, paid })).not.toContain('5Red1-202611')
    }
    expect(await numbers({ paid: 'unpaid', body: { toDate: '2026-11-30' } })).toEqual([])
  })
})
