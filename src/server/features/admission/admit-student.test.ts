import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

type Overrides = Parameters<typeof anAdmission>[0]

describe('admitting a student', () => {
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

  const sendForm = (overrides: Overrides = {}, caller = desk) =>
    caller.post('/admissions/newAdmission', anAdmission(overrides))
  const readRows = async (table: 'students' | 'fees' | 'vouchers' | 'receipts') =>
    (await readAllRows(school.db))[table]
  const readCounters = async () =>
    school.db
      .selectFrom('counters')
      .select(['counter', 'last'])
      .where('campus', '=', 'Main Campus')
      .orderBy('counter')
      .execute()

  it('writes student, fees, paid voucher, receipt and history together', async () => {
    covers('spec 3.voucher.financial-data', 'spec 4.voucher.admission', 'spec 7.admissions.new')
    covers('decisions 2.replies.new-admission')

    const { status, body } = await sendForm({
      studentData: {
        address: 'House 7, Model Town',
        fatherCnic: '35202-1234567-1',
        telephone: '0321-7654321',
      },
      financialData: { examinationFee: 300.5, note: 'Sibling of 12' },
    })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        msg: 'Admission added successfully',
        rollNo: 1,
        admissionNo: 1,
        registrationNo: 1,
        voucherNo: '5Red1adm',
        receiptNo: 1,
      },
    })
    expect(await readRows('students')).toMatchObject([
      {
        roll_no: 1,
        admission_no: 1,
        registration_no: 1,
        student_name: 'Ayesha Khan',
        date_of_birth: '2016-04-12',
        address: 'House 7, Model Town',
        father_cnic: '35202-1234567-1',
        father_email: '',
        telephone: '0321-7654321',
        admission_date: '2026-11-21',
        student_class: '5',
        admission_class: '5',
        section: 'Red',
        state: 'active',
        admitted_by: 'desk@main.test',
        admitted_at: '2026-11-21T04:00:00+00:00',
      },
    ])
    expect(await readRows('fees')).toMatchObject([
      { monthly_fee: 500_000, discount: 50_000, registration_fee: 0, admission_fee: 0, examination_fee: 0 },
    ])
    expect(await readRows('vouchers')).toMatchObject([
      {
        voucher_no: '5Red1adm',
        kind: 'admission',
        chain_no: 1,
        year: 2026,
        month: 11,
        issue_date: '2026-11-21',
        due_date: '2026-12-01',
        period_from: '2026-11-01',
        period_to: '2026-11-30',
        monthly_fee: 500_000,
        discount: 50_000,
        registration_fee: 100_000,
        admission_fee: 200_000,
        examination_fee: 30_050,
        arrears: 0,
        amount: 780_050,
        received: 780_050,
        net_balance: 0,
        received_on: '2026-11-21',
        received_by: 'desk@main.test',
        posted: true,
        fee_paid: true,
        note: 'Sibling of 12',
        generated_by: 'desk@main.test',
      },
    ])
    expect(await readRows('receipts')).toMatchObject([
      {
        receipt_no: 1,
        voucher_no: '5Red1adm',
        roll_no: 1,
        kind: 'receipt',
        amount: 780_050,
        received_by: 'desk@main.test',
      },
    ])
    const history = await school.db
      .selectFrom('changes')
      .select(['what', 'changed_by', 'roll_no', 'voucher_no', 'receipt_no', 'before', 'after'])
      .orderBy('change_no')
      .execute()
    expect(history).toMatchObject([
      {
        what: 'payment received',
        changed_by: 'desk@main.test',
        roll_no: 1,
        receipt_no: 1,
        before: { received: 0, balance: 780_050 },
        after: { received: 780_050, balance: 0 },
      },
      {
        what: 'student admitted',
        changed_by: 'desk@main.test',
        roll_no: 1,
        voucher_no: '5Red1adm',
        before: null,
        after: { studentName: 'Ayesha Khan', studentClass: '5', section: 'Red', admissionDate: '2026-11-21' },
      },
    ])
  })

  it.each([
    ['Play Group', 'Rose', 'PlayGroupRose1adm'],
    ['10', 'Blue', '10Blue1adm'],
    ['Hifz', 'Hifz', 'HifzHifz1adm'],
  ])('numbers the voucher of class %s %s as %s', async (studentClass, section, voucherNo) => {
    covers('spec 3.voucher.admission-number')

    expect((await sendForm({ studentData: { studentClass, section } })).body).toMatchObject({ voucherNo })
  })

  it('assigns numbers on the server and ignores those of the form', async () => {
    covers('spec 7.admissions.last-roll-number', 'decisions 2.replies.last-roll-number')
    covers('decisions 2.values.numbers-ignored')

    const ownNumbers = { studentData: { rollNo: 900, admissionNo: 900, registrationNo: 'R-900' } }
    expect((await sendForm(ownNumbers)).body).toMatchObject({ rollNo: 1, admissionNo: 1, registrationNo: 1 })
    expect((await desk.get('/admissions/getLastRollNumber')).body).toMatchObject({ lastRollNumber: 1 })
  })

  it.each([2, 10])('numbers %i simultaneous admissions differently and without a gap', async (count) => {
    covers('decisions 2.access.write', 'decisions 3.receipts.numbers', 'decisions 4.roll-numbers.forecast')

    const office = await school.as('office@main.test')
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => sendForm({}, index % 2 === 0 ? desk : office)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 200))
    const inOrder = Array.from({ length: count }, (_, index) => index + 1)
    const numbers = (name: string) => answers.map(({ body }) => Number(body[name])).toSorted((a, b) => a - b)
    expect(numbers('rollNo')).toEqual(inOrder)
    expect(numbers('receiptNo')).toEqual(inOrder)
    for (const { body } of answers) expect(body['voucherNo']).toBe(`5Red${String(body['rollNo'])}adm`)
    expect(await readRows('students')).toHaveLength(count)
  })

  it('admits one student when the same form is sent twice', async () => {
    covers('decisions 2.idempotency.other-payload')

    const key = { 'idempotency-key': 'form-7' }
    const replies = await Promise.all(
      [1, 2, 3].map(() => desk.post('/admissions/newAdmission', anAdmission(), key)),
    )
    for (const { status, body } of replies)
      expect({ status, rollNo: body['rollNo'] }).toEqual({ status: 200, rollNo: 1 })
    expect(await readRows('students')).toHaveLength(1)
    const other = await desk.post(
      '/admissions/newAdmission',
      anAdmission({ studentData: { section: 'Blue' } }),
      key,
    )
    expect(other).toMatchObject({ status: 409, body: { code: 'key-reused' } })
  })

  it('writes a paid voucher and no receipt when nothing is due', async () => {
    covers('decisions 3.receipts.nothing-due')

    const free = { monthlyFee: 5000, discount: 5000, registrationFee: 0, admissionFee: 0 }
    expect((await sendForm({ financialData: free })).body).toMatchObject({ rollNo: 1, receiptNo: null })
    expect(await readRows('vouchers')).toMatchObject([
      { fee_paid: true, posted: true, amount: 0, net_balance: 0, received_by: null },
    ])
    expect(await readRows('receipts')).toEqual([])
    expect((await sendForm()).body).toMatchObject({ rollNo: 2, receiptNo: 1 })
  })

  it('writes nothing if it fails half-way, and gives the next admission the number', async () => {
    covers('decisions 3.receipts.numbers')

    await sendForm()
    const setReceiptCounter = (last: number) =>
      school.db.updateTable('counters').set({ last }).where('counter', '=', 'receipt').execute()
    await setReceiptCounter(0)
    const before = await readAllRows(school.db)
    expect(await sendForm()).toMatchObject({ status: 500, body: { msg: 'An error occurred' } })
    expect(await readAllRows(school.db)).toEqual(before)
    await setReceiptCounter(1)
    expect((await sendForm()).body).toMatchObject({ rollNo: 2, receiptNo: 2 })
  })

  it('numbers admissions separately in each campus', async () => {
    covers('decisions 4.roll-numbers.per-campus')

    const city = await school.as('office@city.test')
    await admit(desk)
    await admit(desk)
    expect((await sendForm({}, city)).body).toMatchObject({ rollNo: 1, receiptNo: 1, voucherNo: '5Red1adm' })
    expect((await desk.get('/admissions/getLastRollNumber')).body).toMatchObject({ lastRollNumber: 2 })
    expect((await city.get('/admissions/getLastRollNumber')).body).toMatchObject({ lastRollNumber: 1 })
    expect(await readCounters()).toEqual([
      { counter: 'adjustment', last: 0 },
      { counter: 'approval', last: 0 },
      { counter: 'import', last: 0 },
      { counter: 'receipt', last: 2 },
      { counter: 'roll number', last: 2 },
      { counter: 'run', last: 0 },
    ])
  })

  it('refuses a campus other than the campus of the session', async () => {
    expect((await sendForm({ studentData: { campus: 'Main Campus' } })).status).toBe(200)
    expect(await sendForm({ studentData: { campus: 'City Campus' } })).toMatchObject({
      status: 403,
      body: { code: 'other-campus' },
    })
    expect(await readRows('students')).toHaveLength(1)
  })
})
