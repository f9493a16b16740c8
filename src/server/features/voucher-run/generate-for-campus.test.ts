import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const october = { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }
const exists = { status: 409, body: { code: 'voucher-exists', msg: 'Voucher already exists for this month' } }

describe("generating a month's vouchers for the campus", () => {
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

  const run = (payload: Record<string, unknown> = { fromDate: '2026-11-01' }, caller = desk) =>
    caller.post('/finances/generateVoucher/campus/Main%20Campus', payload)
  const preview = (day = '2026-11-01') => desk.get(`/finances/campusVoucherPreview/Main%20Campus/${day}`)
  const listMonthlyVouchers = () =>
    school.db.selectFrom('vouchers').selectAll().where('kind', '=', 'monthly').orderBy('voucher_no').execute()
  const pay = (voucherNo: string, receivedAmount: number) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount })

  it('writes one unposted voucher for each student, with history', async () => {
    covers('spec 1.scope.per-student', 'spec 7.finances.generate-campus')
    covers('decisions 2.replies.generate-campus', 'decisions 3.voucher-numbers.monthly')

    await admit(desk, october)
    await admit(desk, { ...october, studentData: { studentClass: 'Play Group', section: 'Rose' } })
    const { status, body } = await run({ fromDate: '2026-11-01', note: 'Fees of November' })
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: 'Vouchers generated successfully', generated: 2, skipped: 0 },
    })
    const common = {
      kind: 'monthly',
      chain_no: 2,
      year: 2026,
      month: 11,
      monthly_fee: 500_000,
      discount: 50_000,
      registration_fee: 0,
      admission_fee: 0,
      arrears: 0,
      net_balance: 450_000,
      received: 0,
      posted: false,
      fee_paid: false,
      note: 'Fees of November',
      generated_by: 'desk@main.test',
      generated_at: school.now,
    }
    expect(await listMonthlyVouchers()).toMatchObject([
      { ...common, voucher_no: '5Red1-202611', student_class: '5', section: 'Red' },
      { ...common, voucher_no: 'PlayGroupRose2-202611', student_class: 'Play Group', section: 'Rose' },
    ])
    const history = await school.db
      .selectFrom('changes')
      .select(['changed_by', 'after'])
      .where('what', '=', 'vouchers generated')
      .execute()
    expect(history).toMatchObject([
      { changed_by: 'desk@main.test', after: { year: 2026, month: 11, generated: 2, skipped: 0 } },
    ])
  })

  it('refuses a second run of the month and writes nothing', async () => {
    covers('decisions 3.generation.none-left')

    await admit(desk, october)
    await run()
    const before = await readAllRows(school.db)
    expect(await run({ fromDate: '2026-11-15', note: 'again' })).toMatchObject(exists)
    expect(await readAllRows(school.db)).toEqual(before)
  })

  it('includes a student who was admitted later in another run', async () => {
    covers('decisions 3.generation.campus')

    await admit(desk, october)
    await run()
    await admit(desk, october)
    expect((await run()).body).toMatchObject({ generated: 1, skipped: 1 })
    expect(await listMonthlyVouchers()).toHaveLength(2)
  })

  it('previews the sums of each class in the order of the school, with a student as a sample', async () => {
    await admit(desk, { ...october, studentData: { studentClass: '10' } })
    await admit(desk, october)
    await admit(desk, { ...october, studentData: { studentClass: 'Prep' } })
    await admit(desk, october)
    await run({ fromDate: '2026-11-01' })
    await desk.post('/finances/postVouchers/Main%20Campus/11')
    await pay('5Red2-202611', 1500)
    const classOf = (studentClass: string, students: number, arrears: number, sampleRollNo: number) => ({
      studentClass,
      students,
      thisMonth: students * 4500,
      arrears,
      netReceivable: students * 4500 + arrears,
      sampleRollNo,
    })
    expect((await preview('2026-12-01')).body).toMatchObject({
      students: 4,
      thisMonth: 18_000,
      arrears: 16_500,
      netReceivable: 34_500,
      byClass: [classOf('Prep', 1, 4500, 3), classOf('5', 2, 7500, 2), classOf('10', 1, 4500, 1)],
    })
  })

  it('leaves the month of admission to the admission voucher', async () => {
    await admit(desk)
    expect(await run()).toMatchObject(exists)
    expect((await preview()).body).toMatchObject({
      students: 0,
      netReceivable: 0,
      skipped: [{ rollNo: 1, studentName: 'Ayesha Khan', voucherNo: '5Red1adm', kind: 'admission' }],
    })
    expect((await run({ fromDate: '2026-12-01' })).body).toMatchObject({ generated: 1, skipped: 0 })
  })

  it.each(['removed', 'graduated'] as const)('neither charges nor counts %s students', async (state) => {
    covers('decisions 3.generation.campus')

    await admit(desk, october)
    const leaver = await admit(desk, october)
    await school.db
      .updateTable('students')
      .set({ state, left_on: '2026-11-01' })
      .where('roll_no', '=', leaver)
      .execute()
    expect((await preview()).body).toMatchObject({ students: 1, skipped: [] })
    expect((await run()).body).toMatchObject({ generated: 1, skipped: 0 })
    expect(await listMonthlyVouchers()).toMatchObject([{ roll_no: 1 }])
  })

  it('is refused in a campus without students', async () => {
    expect(await run()).toMatchObject(exists)
    expect((await preview()).body).toMatchObject({
      msg: 'Vouchers to be generated for November 2026',
      students: 0,
    })
  })

  it('leaves the other campus unchanged', async () => {
    const city = await school.as('office@city.test')
    await admit(city, october)
    await admit(desk, october)
    await run()
    expect(await listMonthlyVouchers()).toMatchObject([{ campus: 'Main Campus' }])
    await generateAndPost(city, 'City Campus', '2026-11-01')
    expect((await listMonthlyVouchers()).map(({ voucher_no: number }) => number)).toEqual([
      '5Red1-202611',
      '5Red1-202611',
    ])
  })

  it('charges pending one-time fees once, and carries the unpaid balance', async () => {
    covers('decisions 3.fees.one-time')

    await admit(desk, october)
    await school.db.updateTable('fees').set({ examination_fee: 70_050, registration_fee: 100 }).execute()
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    expect(await listMonthlyVouchers()).toMatchObject([
      { examination_fee: 70_050, registration_fee: 100, net_balance: 520_150 },
    ])
    expect(
      await school.db.selectFrom('fees').select(['examination_fee', 'registration_fee']).execute(),
    ).toEqual([{ examination_fee: 0, registration_fee: 0 }])
    await pay('5Red1-202611', 1000.25)
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    await generateAndPost(desk, 'Main Campus', '2027-01-01')
    expect(await listMonthlyVouchers()).toMatchObject([
      { carried_to: '5Red1-202612', fee_paid: false, net_balance: 420_125 },
      {
        carried_to: '5Red1-202701',
        fee_paid: false,
        arrears: 420_125,
        examination_fee: 0,
        net_balance: 870_125,
      },
      { carried_to: null, fee_paid: false, arrears: 870_125, net_balance: 1_320_125 },
    ])
  })

  it('marks a voucher as paid if an advance covers it, and carries no voucher to it', async () => {
    covers('decisions 3.receipts.nothing-due')

    await admit(desk, october)
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await pay('5Red1-202611', 9000)
    await run({ fromDate: '2026-12-01' })
    expect(await listMonthlyVouchers()).toMatchObject([
      { carried_to: null, fee_paid: true, net_balance: -450_000 },
      { arrears: -450_000, fee_paid: true, net_balance: 0, received: 0, received_by: null },
    ])
  })

  it('writes no voucher if one of them cannot be written', async () => {
    covers('decisions 3.voucher-numbers.unique', 'decisions 3.generation.all-or-none')

    const free = { monthlyFee: 0, discount: 0, registrationFee: 0, admissionFee: 0 }
    await admit(desk, { financialData: { ...free, feePeriod: '2026-10-01 to 2026-10-31' } })
    await admit(desk, october)
    await admit(desk, october)
    await school.db
      .updateTable('vouchers')
      .set({ voucher_no: '5Red2-202611' })
      .where('voucher_no', '=', '5Red1adm')
      .execute()
    const before = await readAllRows(school.db)
    expect(await run()).toMatchObject({ status: 500, body: { msg: 'An error occurred' } })
    expect(await readAllRows(school.db)).toEqual(before)
  })
})
