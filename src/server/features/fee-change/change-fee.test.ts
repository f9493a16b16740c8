import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, feesIn, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

describe("changing a student's fee", () => {
  let school: TestSchool
  let desk: Caller
  let rollNo: number

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    school.now = new Date('2026-11-21T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    rollNo = await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
  })

  const change = (newFee: Record<string, unknown>, number: number | string = rollNo, caller = desk) =>
    caller.post(`/admissions/changeStudentFee/${number}`, { newFee })
  const listChanges = (number = rollNo) => desk.get(`/admissions/feeChanges/${number}/Main%20Campus`)
  const vouchers = () =>
    school.db
      .selectFrom('vouchers')
      .select(['voucher_no', 'monthly_fee', 'discount'])
      .where('kind', '=', 'monthly')
      .orderBy('chain_no')
      .execute()

  it('applies from the next voucher and leaves the open one unchanged', async () => {
    covers('spec 6.recorded.fee-changer', 'spec 7.admissions.change-fee', 'spec 8.state.others')
    covers('decisions 2.identity.user', 'decisions 3.fees.change', 'decisions 6.fee-change.month')

    await school.db.updateTable('fees').set({ examination_fee: 70_000 }).execute()
    const { status, body } = await change({
      monthlyFee: 5500,
      discount: 0,
      feeChangeDate: '2026-12-01',
      feeChangedBy: 'somebody else',
    })
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: 'Student fee changed successfully', plannedFees: [] },
    })
    expect(await feesIn(school.db, rollNo, '2026-12-01')).toMatchObject({
      monthly_fee: 550_000,
      discount: 0,
      examination_fee: 70_000,
    })
    expect(await vouchers()).toEqual([{ voucher_no: '5Red1-202611', monthly_fee: 500_000, discount: 50_000 }])
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    expect((await vouchers()).at(-1)).toEqual({
      voucher_no: '5Red1-202612',
      monthly_fee: 550_000,
      discount: 0,
    })
    const changes = await school.db
      .selectFrom('changes')
      .select(['changed_by', 'voucher_no', 'before', 'after'])
      .where('what', '=', 'fee changed')
      .execute()
    expect(changes).toEqual([
      {
        changed_by: 'desk@main.test',
        voucher_no: null,
        before: { monthlyFee: 500_000, discount: 50_000 },
        after: { monthlyFee: 550_000, discount: 0, feeChangeDate: '2026-12-01' },
      },
    ])
  })

  it('has no effect on any screen or list before its month if it is dated in advance', async () => {
    covers('decisions 6.fee-change.ahead')

    await change({ monthlyFee: 5555, discount: 0, feeChangeDate: '2027-01-15' })
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    const single = { fromDate: '2027-01-01' }
    const preview = await desk.get(`/finances/studentVoucherPreview/Main%20Campus/${rollNo}/2027-01-01`)
    expect(preview.body).toMatchObject({ monthlyFee: 5555, discount: 0 })
    const generated = await desk.post(`/finances/generateVoucher/student/${rollNo}`, single)
    expect(generated.body).toMatchObject({ voucher: { monthlyFee: 5555, netMonthlyFee: 5555 } })
    expect(await vouchers()).toEqual([
      { voucher_no: '5Red1-202611', monthly_fee: 500_000, discount: 50_000 },
      { voucher_no: '5Red1-202612', monthly_fee: 500_000, discount: 50_000 },
      { voucher_no: '5Red1-202701', monthly_fee: 555_500, discount: 0 },
    ])
    const account = await desk.get(`/admissions/studentAccount/${rollNo}/Main%20Campus`)
    expect(account.body).toMatchObject({
      monthlyFeeData: { monthlyFee: 5000 },
      plannedFees: [{ from: '2027-01-01', monthlyFee: 5555, discount: 0 }],
    })
    const list = await desk.get('/admissions/getStudentList/all/all/Main%20Campus')
    expect(list.body).toMatchObject({ data: [{ netMonthlyFee: 4500 }] })
    expect(await brokenLaws(school.db)).toEqual([])

    school.now = new Date('2027-01-02T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    const listInJanuary = await desk.get('/admissions/getStudentList/all/all/Main%20Campus')
    expect(listInJanuary.body).toMatchObject({ data: [{ netMonthlyFee: 5555 }] })
  })

  it('keeps the earlier fee for months before the change', async () => {
    covers('decisions 6.fee-change.month')

    await change({ monthlyFee: 6000, discount: 0, feeChangeDate: '2026-11-01' })
    const billFor = (fromDate: string) =>
      desk.post(`/finances/generateVoucher/student/${rollNo}`, { fromDate, forceGenerate: true })
    expect((await billFor('2026-09-01')).body).toMatchObject({ voucher: { monthlyFee: 5000, discount: 500 } })
    expect((await billFor('2026-12-01')).body).toMatchObject({ voucher: { monthlyFee: 6000, discount: 0 } })
  })

  it('applies to every later voucher and keeps planned changes if it is back-dated', async () => {
    await change({ monthlyFee: 5555, discount: 0, feeChangeDate: '2027-02-01' })
    await change({ monthlyFee: 5200, discount: 0, feeChangeDate: '2026-10-01' })
    await change({ monthlyFee: 5100, discount: 0, feeChangeDate: '2026-09-01' })
    expect((await listChanges()).body['schedule']).toEqual([
      { from: null, monthlyFee: 5000, discount: 500 },
      { from: '2026-09-01', monthlyFee: 5100, discount: 0 },
      { from: '2027-02-01', monthlyFee: 5555, discount: 0 },
    ])
    expect(
      await checkNoOp(school.db, () =>
        change({ monthlyFee: 5555, discount: 0, feeChangeDate: '2027-03-01' }),
      ),
    ).toMatchObject({
      status: 409,
      body: { msg: 'No changes made' },
    })
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('applies from next month if it is made by editing a voucher of next month', async () => {
    covers('decisions 6.fee-change.edited-by')

    await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-12-01' })
    const newFee = { monthlyFee: 5300, discount: 0, registrationFee: 0, admissionFee: 0, examinationFee: 0 }
    expect(await desk.post('/admissions/editAdmissionFee', { rollNo, newFee })).toMatchObject({
      status: 200,
      body: { voucher: { voucherNo: '5Red1-202612', monthlyFee: 5300, editedBy: 'desk@main.test' } },
    })
    expect(await feesIn(school.db, rollNo, '2026-11-01')).toMatchObject({ monthly_fee: 500_000 })
    expect(await feesIn(school.db, rollNo, '2026-12-01')).toMatchObject({ monthly_fee: 530_000 })
    const info = await desk.get(`/admissions/getStudentInfo/${rollNo}/Main%20Campus`)
    expect(info.body).toMatchObject({ data: { monthlyFeeData: { monthlyFee: 5300 } } })
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('keeps an edit of a later voucher and planned changes, and applies to the months in between', async () => {
    await change({ monthlyFee: 7000, discount: 0, feeChangeDate: '2027-02-01' })
    await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-12-01' })
    const edited = { monthlyFee: 5000, discount: 300, registrationFee: 0, admissionFee: 0, examinationFee: 0 }
    expect((await desk.post('/admissions/editAdmissionFee', { rollNo, newFee: edited })).status).toBe(200)
    expect(await change({ monthlyFee: 6000, discount: 0, feeChangeDate: '2026-11-01' })).toMatchObject({
      status: 200,
      body: { plannedFees: [{ from: '2027-02-01', monthlyFee: 7000, discount: 0 }] },
    })
    const billFor = (fromDate: string) =>
      desk.post(`/finances/generateVoucher/student/${rollNo}`, { fromDate, forceGenerate: true })
    expect((await vouchers()).at(-1)).toMatchObject({ voucher_no: '5Red1-202612', discount: 30_000 })
    expect((await billFor('2027-01-01')).body).toMatchObject({ voucher: { monthlyFee: 6000, discount: 0 } })
    expect((await billFor('2027-02-01')).body).toMatchObject({ voucher: { monthlyFee: 7000 } })
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('lists the changes of both screens, newest first, in rupees', async () => {
    covers('decisions 3.fees.change-history')

    expect((await listChanges()).body).toEqual({
      msg: 'Fee changes fetched',
      schedule: [{ from: null, monthlyFee: 5000, discount: 500 }],
      changes: [],
    })
    await change({ monthlyFee: 5500.5, discount: 500, feeChangeDate: '2026-11-15' })
    school.now = new Date('2026-11-22T10:30:00+05:00')
    desk = await school.as('desk@main.test')
    const oneTimeFees = { registrationFee: 0, admissionFee: 0, examinationFee: 300 }
    await desk.post('/admissions/editAdmissionFee', {
      rollNo,
      newFee: { monthlyFee: 5500.5, discount: 500, ...oneTimeFees },
    })
    await desk.post('/admissions/editAdmissionFee', {
      rollNo,
      newFee: { monthlyFee: 5500.5, discount: 0, ...oneTimeFees },
    })
    await change({ monthlyFee: 6000, discount: 0 })
    expect(await listChanges()).toMatchObject({
      status: 200,
      body: {
        changes: [
          {
            feeChangeDate: '2026-11-22',
            from: { monthlyFee: 5500.5, discount: 0 },
            to: { monthlyFee: 6000, discount: 0 },
          },
          {
            feeChangeDate: '2026-11-22',
            changedAt: '2026-11-22T05:30:00.000Z',
            from: { monthlyFee: 5500.5, discount: 500 },
            to: { monthlyFee: 5500.5, discount: 0 },
          },
          {
            feeChangeDate: '2026-11-15',
            changedAt: '2026-11-21T04:00:00.000Z',
            changedBy: 'desk@main.test',
            changedByName: 'desk clerk',
            from: { monthlyFee: 5000, discount: 500 },
            to: { monthlyFee: 5500.5, discount: 500 },
          },
        ],
      },
    })
    expect((await listChanges()).body['changes']).toHaveLength(3)
  })

  it('lists the changes of one student only, even after departure', async () => {
    const other = await admit(desk)
    await change({ monthlyFee: 5500, discount: 0 })
    expect((await listChanges(other)).body['changes']).toEqual([])
    await school.db.updateTable('students').set({ state: 'removed', left_on: '2026-11-20' }).execute()
    expect((await listChanges()).body['changes']).toHaveLength(1)
    expect(await listChanges(999)).toMatchObject({ status: 404, body: { msg: 'Student does not exist' } })
    const city = await school.as('office@city.test')
    expect((await city.get(`/admissions/feeChanges/${rollNo}/City%20Campus`)).status).toBe(404)
  })

  it('records nothing when the fee stays the same', async () => {
    covers('spec 5.change-fee.no-change')

    expect(await checkNoOp(school.db, () => change({ monthlyFee: 5000, discount: 500 }))).toMatchObject({
      status: 409,
      body: { code: 'no-changes', msg: 'No changes made' },
    })
  })

  it.each([
    ['a discount above the fee', { monthlyFee: 100, discount: 100.01 }, 'newFee.discount'],
    ['a negative fee', { monthlyFee: -100, discount: 0 }, 'newFee.monthlyFee'],
    [
      'a date that does not exist',
      { monthlyFee: 100, discount: 0, feeChangeDate: '2026-13-01' },
      'newFee.feeChangeDate',
    ],
    ['no fee', { discount: 0 }, 'newFee.monthlyFee'],
  ])('refuses %s with an error at the field and writes nothing', async (_, newFee, field) => {
    expect(await checkNoOp(school.db, () => change(newFee))).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
  })

  it('is limited to active students, the campus of the caller and writing roles', async () => {
    const newFee = { monthlyFee: 100, discount: 0 }
    expect(await change(newFee, 999)).toMatchObject({ status: 404, body: { msg: 'Student does not exist' } })
    expect((await change(newFee, 'x')).status).toBe(400)
    expect((await change(newFee, rollNo, await school.as('office@city.test'))).status).toBe(404)
    expect((await change(newFee, rollNo, await school.as('viewer@main.test'))).status).toBe(403)
    await school.db.updateTable('students').set({ state: 'graduated', left_on: '2026-11-20' }).execute()
    expect(await change(newFee)).toMatchObject({ status: 409, body: { msg: 'Student has graduated' } })
    expect((await listChanges()).body['changes']).toEqual([])
  })
})
