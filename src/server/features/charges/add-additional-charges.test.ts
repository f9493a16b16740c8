import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chargeTargetMissing } from '#domain/charges.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { expectBalanced } from '#test/student-accounts.ts'

const september = { feePeriod: '2026-09-01 to 2026-09-30' }
const path = '/finances/addAdditionalCharges'
const previewPath = '/finances/additionalChargesPreview/Main%20Campus'

const historyOf = (school: TestSchool) =>
  school.db
    .selectFrom('changes')
    .select(['what', 'roll_no', 'voucher_no', 'changed_by', 'before', 'after'])
    .where('what', 'in', ['voucher re-priced', 'fees changed'])
    .orderBy('change_no')
    .execute()
const feesOf = (school: TestSchool) => school.db.selectFrom('fees').selectAll().orderBy('roll_no').execute()

describe('an additional charge', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    await admit(desk, { financialData: september })
  })

  const charge = (payload: object, headers = {}) =>
    desk.post(path, { examinationFee: 700.5, ...payload }, headers)
  const generate = (fromDate = '2026-11-01') =>
    desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate })
  const voucher = async () => {
    const { body } = await desk.get('/finances/individualAllVouchers/Main%20Campus/1/all')
    return (body['vouchers'] as unknown[]).at(-1)
  }

  it('is added to the open voucher with a history entry, and the account explains it', async () => {
    covers('spec 7.finances.charges', 'spec 8.state.charges', 'decisions 2.replies.charges')
    covers('decisions 3.fees.charges')

    await generate()
    const { status, body } = await charge({ rollNumber: 1, note: 'Mid-term papers' })
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: 'Successfully added additional charges', applied: 1, pending: 0 },
    })
    expect(await voucher()).toMatchObject({ examinationFee: 700.5, netBalance: 5200.5, feePaid: false })
    expect(await historyOf(school)).toEqual([
      {
        what: 'voucher re-priced',
        roll_no: 1,
        voucher_no: '5Red1-202611',
        changed_by: 'desk@main.test',
        before: { examinationFee: 0, amount: 450_000, balance: 450_000 },
        after: { examinationFee: 70_050, amount: 520_050, balance: 520_050, note: 'Mid-term papers' },
      },
    ])
    const account = await expectBalanced(desk, desk, 1)
    expect(account.at(-1)).toMatchObject({ kind: 're-priced', amount: 700.5, balance: null })
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('waits for the next voucher if none is open, without changing the monthly fee', async () => {
    covers('decisions 2.replies.charges', 'decisions 3.fees.charges')

    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    expect((await charge({ rollNumber: '1' })).body).toMatchObject({ applied: 0, pending: 1 })
    expect((await charge({ rollNumber: '1', examinationFee: 50 })).body).toMatchObject({ pending: 1 })
    expect((await historyOf(school)).map(({ before, after }) => [before, after])).toEqual([
      [{ examinationFee: 0 }, { examinationFee: 70_050 }],
      [{ examinationFee: 70_050 }, { examinationFee: 75_050 }],
    ])
    expect((await desk.get('/admissions/feeChanges/1/Main%20Campus')).body).toMatchObject({ changes: [] })
    await generate('2026-12-01')
    expect(await voucher()).toMatchObject({ examinationFee: 750.5, arrears: 4500, netBalance: 9750.5 })
    expect(await feesOf(school)).toMatchObject([{ examination_fee: 0 }])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('applies to the active students of the class and section in this campus only', async () => {
    covers('spec 5.charges.whole-class', 'spec 7.finances.charges', 'decisions 3.fees.whole-class')

    await admit(desk, { studentData: { section: 'Blue' }, financialData: september })
    await admit(desk, { financialData: september })
    await desk.post('/admissions/removeStudent/3')
    await admit(await school.as('office@city.test'), { financialData: september })
    await generate()
    const target = { ofClass: '5', section: 'Red', rollNumber: '' }
    const preview = await checkNoOp(school.db, () => desk.post(previewPath, target))
    expect(preview).toMatchObject({ status: 200, body: { students: 1, onVouchers: 1, chargedAlready: 0 } })
    expect((await charge({ ...target, expectedStudents: 1 })).body).toMatchObject({ applied: 1, pending: 0 })
    const fees = await feesOf(school)
    expect(fees.every(({ examination_fee: fee }) => fee === 0)).toBe(true)
    expect((await historyOf(school)).map((line) => line.roll_no)).toEqual([1])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('is refused with an error at its field if invalid, and charges no student', async () => {
    covers('spec 5.charges.nobody')

    await admit(desk, { financialData: september })
    await school.db.updateTable('fees').set({ examination_fee: 100 }).where('roll_no', '=', 2).execute()
    const wholeClass = { ofClass: '5', section: 'Red' }
    const cases: [payload: object, message: string, ...fields: string[]][] = [
      [{}, chargeTargetMissing, 'ofClass', 'section', 'rollNumber'],
      [{ section: 'Red', rollNumber: '' }, chargeTargetMissing, 'ofClass', 'rollNumber'],
      [{ rollNumber: 1, ofClass: '6' }, 'This student is in class 5, section Red', 'rollNumber'],
      [{ rollNumber: 1, examinationFee: 0 }, 'The amount must be more than 0', 'examinationFee'],
      [
        { ...wholeClass, examinationFee: 9_999_999 },
        'At most 9,999,998.99, as there is an examination fee of 1 already',
        'examinationFee',
      ],
    ]
    for (const [payload, message, ...fields] of cases) {
      expect(await checkNoOp(school.db, () => charge(payload))).toMatchObject({
        status: 400,
        body: { code: 'invalid', errors: fields.map((field) => ({ field, message })) },
      })
    }
  })

  it('is refused for an unknown, removed or graduated student, an empty class, or a changed number of students', async () => {
    for (const state of ['removed', 'graduated'] as const) {
      const rollNo = await admit(desk, { financialData: september })
      const departure = { state, left_on: '2026-11-20' }
      await school.db.updateTable('students').set(departure).where('roll_no', '=', rollNo).execute()
    }
    const wholeClass = { ofClass: '5', section: 'Red' }
    const emptyClass = { ofClass: '10', section: 'Pink' }
    const cases = [
      [{ rollNumber: 9 }, 404, { code: 'student-unknown', msg: 'Student does not exist' }],
      [{ rollNumber: 2 }, 409, { code: 'student-left', msg: 'Student has left' }],
      [{ rollNumber: 3 }, 409, { code: 'student-graduated', msg: 'Student has graduated' }],
      [emptyClass, 404, { code: 'nobody-to-charge', msg: 'No student found' }],
      [{ ...wholeClass, expectedStudents: 3 }, 409, { code: 'students-changed', students: 1 }],
    ] as const
    for (const [payload, status, body] of cases) {
      expect(await checkNoOp(school.db, () => charge(payload))).toMatchObject({ status, body })
    }
    expect((await desk.post(previewPath, { rollNumber: 9 })).status).toBe(404)
    expect(await desk.post(previewPath, emptyClass)).toMatchObject({
      status: 200,
      body: { msg: 'No student found', students: 0, onVouchers: 0, waiting: 0, chargedAlready: 0 },
    })
  })

  it('is charged once when the same form is sent several times at once', async () => {
    covers('decisions 2.idempotency.repeat')

    await generate()
    const key = { 'idempotency-key': 'form-1' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => charge({ rollNumber: 1 }, key)))
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect(answers[0]?.body).toMatchObject({ applied: 1 })
    expect(await voucher()).toMatchObject({ examinationFee: 700.5 })
    expect(await historyOf(school)).toHaveLength(1)
  })
})
