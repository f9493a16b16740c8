import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

describe('removing a student', () => {
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

  const admitStudent = (studentClass = '5') =>
    admit(desk, {
      studentData: { studentClass, admissionDate: '2026-04-01' },
      financialData: { feePeriod: '2026-10-01 to 2026-10-31' },
    })
  const remove = (rollNo: number, payload: Record<string, unknown> = {}, caller = desk) =>
    caller.post(`/admissions/removeStudent/${rollNo}`, payload)
  const check = (rollNo: number) => desk.get(`/admissions/checkStudentRemoval/${rollNo}/Main%20Campus`)
  const pay = (voucherNo: string, receivedAmount: number) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount })
  const student = (rollNo: number) =>
    school.db
      .selectFrom('students')
      .select(['state', 'left_on'])
      .where('roll_no', '=', rollNo)
      .executeTakeFirstOrThrow()
  const history = () =>
    school.db
      .selectFrom('changes')
      .select(['what', 'roll_no', 'changed_by', 'before', 'after'])
      .where('what', 'in', ['student removed', 'student graduated'])
      .execute()

  it('removes a student who owes nothing on the given date, with a history entry', async () => {
    covers('spec 4.student.removed', 'spec 7.admissions.remove', 'spec 8.state.others')
    covers('decisions 2.added-calls.removal-check')

    const rollNo = await admitStudent()
    expect((await check(rollNo)).body).toMatchObject({
      msg: 'Student info fetched successfully',
      data: {
        studentData: {
          rollNo,
          studentName: 'Ayesha Khan',
          state: 'active',
          isRemoved: false,
          removalDate: null,
          campus: 'Main Campus',
        },
        feesCleared: true,
        arrears: 0,
        voucher: { voucherNo: '5Red1adm', feePaid: true },
      },
    })
    const { status, body } = await remove(rollNo, { removalDate: '2026-11-20', leave: true })
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: 'Student removed successfully', state: 'removed' },
    })
    expect(await student(rollNo)).toEqual({ state: 'removed', left_on: '2026-11-20' })
    expect(await history()).toEqual([
      {
        what: 'student removed',
        roll_no: rollNo,
        changed_by: 'desk@main.test',
        before: { state: 'active' },
        after: { state: 'removed', removalDate: '2026-11-20' },
      },
    ])
  })

  it('uses today as the date if none is given, and graduates a student of class 10 if selected', async () => {
    covers('spec 4.student.removed', 'spec 5.removal.date')

    const leaves = await admitStudent('10')
    const graduates = await admitStudent('10')
    expect((await remove(leaves)).body).toMatchObject({ state: 'removed' })
    expect((await remove(graduates, { leave: true, graduated: true })).body).toMatchObject({
      msg: 'Student removed successfully',
      state: 'graduated',
    })
    expect(await student(leaves)).toEqual({ state: 'removed', left_on: '2026-11-21' })
    expect(await student(graduates)).toEqual({ state: 'graduated', left_on: '2026-11-21' })
    expect(await history()).toMatchObject([{ what: 'student removed' }, { what: 'student graduated' }])
  })

  it('is refused while fees are owed, on a posted or an unposted voucher', async () => {
    covers('spec 4.student.pending', 'decisions 2.added-calls.removal-check', 'decisions 3.removal.balance')

    const rollNo = await admitStudent()
    await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-11-01' })
    const pending = {
      status: 409,
      body: { code: 'fees-pending', msg: 'Fee payment is pending', arrears: 4500 },
    }
    expect((await check(rollNo)).body).toMatchObject({
      msg: 'Fee payment is pending',
      data: { feesCleared: false, arrears: 4500, voucher: { posted: false, netBalance: 4500 } },
    })
    expect(await checkNoOp(school.db, () => remove(rollNo))).toMatchObject(pending)
    await desk.post('/finances/postVouchers/Main%20Campus/11')
    await pay('5Red1-202611', 4499.99)
    expect(await checkNoOp(school.db, () => remove(rollNo))).toMatchObject({
      status: 409,
      body: { arrears: 0.01 },
    })
    await pay('5Red1-202611', 0.01)
    expect((await check(rollNo)).body).toMatchObject({ data: { feesCleared: true, arrears: 0 } })
    expect((await remove(rollNo)).status).toBe(200)
  })

  it('is allowed after an advance and without any voucher', async () => {
    covers('decisions 3.removal.balance')

    const paidAhead = await admitStudent()
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await pay('5Red1-202611', 5000)
    expect((await check(paidAhead)).body).toMatchObject({ data: { feesCleared: true, arrears: -500 } })
    expect((await remove(paidAhead)).status).toBe(200)
    const noVoucherYet = await admitStudent()
    await school.db.deleteFrom('receipts').where('roll_no', '=', noVoucherYet).execute()
    await school.db.deleteFrom('vouchers').where('roll_no', '=', noVoucherYet).execute()
    expect((await check(noVoucherYet)).body).toMatchObject({
      data: { feesCleared: true, arrears: 0, voucher: null },
    })
    expect((await remove(noVoucherYet)).status).toBe(200)
  })

  it('deletes no voucher, and ends the generation of vouchers for the student', async () => {
    covers('decisions 4.states.kept')

    const rollNo = await admitStudent()
    await admitStudent()
    const before = await school.db.selectFrom('vouchers').selectAll().where('roll_no', '=', rollNo).execute()
    await remove(rollNo)
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    expect(
      await school.db.selectFrom('vouchers').selectAll().where('roll_no', '=', rollNo).execute(),
    ).toEqual(before)
    expect((await desk.get(`/finances/individualVoucher/Main%20Campus/${rollNo}`)).body).toMatchObject({
      voucher: { voucherNo: '5Red1adm', isRemoved: true },
    })
  })

  it.each([
    ['a future date', { removalDate: '2026-11-22' }, 'removalDate'],
    ['a date before the admission', { removalDate: '2026-03-31' }, 'removalDate'],
    ['a date that does not exist', { removalDate: '2026-11-31' }, 'removalDate'],
    ['graduation from class 5', { graduated: true }, 'graduated'],
    ['a graduation flag that is not a boolean', { graduated: 'yes' }, 'graduated'],
  ])('is refused with an error at its field for %s', async (_, payload, field) => {
    covers('spec 4.student.graduated')

    const rollNo = await admitStudent()
    expect(await checkNoOp(school.db, () => remove(rollNo, payload))).toMatchObject({
      status: 400,
      body: { code: 'invalid', errors: [{ field }] },
    })
  })

  it('is refused for a student who has already left or does not exist', async () => {
    const rollNo = await admitStudent('10')
    await remove(rollNo)
    const studentLeft = { status: 409, body: { code: 'student-left', msg: 'Student has left' } }
    expect(await checkNoOp(school.db, () => remove(rollNo, { graduated: true }))).toMatchObject(studentLeft)
    expect(await check(rollNo)).toMatchObject(studentLeft)
    const unknown = { status: 404, body: { msg: 'Student does not exist' } }
    expect(await checkNoOp(school.db, () => remove(999))).toMatchObject(unknown)
    expect(await check(999)).toMatchObject(unknown)
  })

  it('is limited to writing roles and the campus of the caller', async () => {
    const rollNo = await admitStudent()
    const viewer = await school.as('viewer@main.test')
    const city = await school.as('office@city.test')
    expect(await checkNoOp(school.db, () => remove(rollNo, {}, viewer))).toMatchObject({
      status: 403,
      body: { code: 'not-allowed' },
    })
    expect(await checkNoOp(school.db, () => remove(rollNo, {}, city))).toMatchObject({ status: 404 })
    expect(await checkNoOp(school.db, () => remove(rollNo, { campus: 'City Campus' }))).toMatchObject({
      status: 403,
    })
    expect((await viewer.get(`/admissions/checkStudentRemoval/${rollNo}/Main%20Campus`)).status).toBe(403)
  })

  it('removes a student once if several requests arrive at the same time', async () => {
    const rollNo = await admitStudent()
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(rollNo)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await history()).toHaveLength(1)
  })

  it('never loses a simultaneous payment', async () => {
    const rollNo = await admitStudent()
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    const [first, payment, second] = await Promise.all([
      remove(rollNo),
      pay('5Red1-202611', 4500),
      remove(rollNo),
    ])
    expect(payment.status).toBe(200)
    const removals = [first, second].filter(({ status }) => status === 200)
    expect(removals.length).toBeLessThanOrEqual(1)
    expect((await student(rollNo)).state).toBe(removals.length === 1 ? 'removed' : 'active')
    expect((await desk.get(`/finances/individualVoucher/Main%20Campus/${rollNo}`)).body).toMatchObject({
      voucher: { receivedAmount: 4500, netBalance: 0, feePaid: true },
    })
  })
})
