import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requiredOfStudent } from '#domain/student.ts'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { openSchool, type Caller, type TestSchool } from '#test/school.ts'

const requiredAmounts = ['monthlyFee', 'discount', 'registrationFee', 'admissionFee', 'examinationFee']
const missingFieldErrors = (fields: readonly string[]) => {
  const errors = fields.map((field) => ({ field, message: 'Please fill in this field' }))
  return expect.toSatisfy((shown: unknown[]) => {
    expect(shown).toHaveLength(errors.length)
    expect(shown).toEqual(expect.arrayContaining(errors))
    return true
  })
}

describe('the admission form', () => {
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

  const admit = (overrides: Parameters<typeof anAdmission>[0] = {}) =>
    desk.post('/admissions/newAdmission', anAdmission(overrides))
  const admitAndReadVoucher = async (overrides: Parameters<typeof anAdmission>[0]) => {
    await admit(overrides)
    return school.db.selectFrom('vouchers').selectAll().executeTakeFirst()
  }

  it('reports every missing field of an empty form and uses up no roll number', async () => {
    covers('spec 3.student.required', 'spec 5.new-admission.fee-fields', 'spec 8.forms.incomplete')
    covers('decisions 2.status.failure')

    const before = await readAllRows(school.db)
    const { status, body } = await desk.post('/admissions/newAdmission', {
      studentData: {},
      financialData: {},
    })
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        code: 'invalid',
        msg: 'Please fill all the fields',
        errors: missingFieldErrors([
          ...requiredOfStudent.map((field) => `studentData.${field}`),
          ...requiredAmounts.map((field) => `financialData.${field}`),
        ]),
      },
    })
    expect(await readAllRows(school.db)).toEqual(before)
    expect((await admit()).body).toMatchObject({ rollNo: 1, receiptNo: 1 })
  })

  it.each(['', '   ', null, undefined])('treats a name of %j as missing', async (studentName) => {
    covers('decisions 2.values.not-given')

    expect((await admit({ studentData: { studentName } })).body).toMatchObject({
      msg: 'Please fill all the fields',
      errors: missingFieldErrors(['studentData.studentName']),
    })
  })

  it('accepts optional fields that are empty', async () => {
    covers('spec 3.student.optional', 'spec 5.new-admission.optional', 'decisions 2.values.not-given')

    const empty = {
      address: '',
      fatherCnic: ' ',
      fatherOccupation: null,
      telephone: '',
      fatherOfficePhone: '',
      fatherEmail: '',
    }
    const { status } = await admit({
      studentData: { ...empty, admissionDate: '' },
      financialData: { dueDate: '', feePeriod: '', note: '' },
    })
    expect(status).toBe(200)
    const students = await school.db.selectFrom('students').selectAll().execute()
    expect(students).toMatchObject([{ address: '', father_occupation: '', admission_date: '2026-11-21' }])
  })

  it.each<[what: string, field: string, value: unknown]>([
    ['an unknown class', 'studentData.studentClass', '11'],
    ['a class in lower case', 'studentData.studentClass', 'nursery'],
    ['an unknown section', 'studentData.section', 'Black'],
    ['an unknown gender', 'studentData.gender', 'Female'],
    ['a date of birth of today', 'studentData.dateOfBirth', '2026-11-21'],
    ['a future date of birth', 'studentData.dateOfBirth', '2027-01-01'],
    ['a date that does not exist', 'studentData.dateOfBirth', '2015-02-29'],
    ['a date in another format', 'studentData.dateOfBirth', '12/04/2016'],
    ['a date that is a number', 'studentData.admissionDate', 20_261_121],
    ['a name with a control character', 'studentData.studentName', 'Ayesha\u0007'],
    ['a name with a null character', 'studentData.fatherName', 'Im\u0000ran'],
    ['a name with a line break', 'studentData.fatherName', 'Imran\nKhan'],
    ['a name with a right-to-left override', 'studentData.studentName', 'A\u202Enahk'],
    ['an unpaired surrogate', 'studentData.studentName', 'A\uD83D'],
    ['a name of 121 characters', 'studentData.studentName', 'x'.repeat(121)],
    ['an address of 301 characters', 'studentData.address', 'x'.repeat(301)],
    ['a note of 501 characters', 'financialData.note', 'x'.repeat(501)],
    ['a name that is a list', 'studentData.studentName', ['Ayesha']],
    ['a discount above the fee', 'financialData.discount', 5000.01],
    ['three decimals', 'financialData.monthlyFee', 5000.005],
    ['an amount above the maximum', 'financialData.admissionFee', 10_000_000],
    ['a negative amount', 'financialData.examinationFee', -1],
    ['an amount that is text', 'financialData.registrationFee', '1000'],
    ['a fee period in words', 'financialData.feePeriod', 'November'],
    ['a fee period without an end', 'financialData.feePeriod', '2026-11-01'],
    ['a fee period with an invalid date', 'financialData.feePeriod', '2026-11-01 to 2026-11-31'],
    ['a fee period with two ends', 'financialData.feePeriod', '2026-11-01 to 2026-11-30 to 2026-12-31'],
  ])('refuses %s with an error at its field and writes nothing', async (_, field, value) => {
    covers('spec 3.student.gender', 'decisions 2.status.400', 'decisions 2.values.fee-period')
    covers('decisions 2.values.amounts', 'decisions 2.values.text-length', 'decisions 2.values.date-of-birth')
    covers('decisions 2.values.lists', 'decisions 3.amounts.discount')

    const before = await readAllRows(school.db)
    const [part = '', name = ''] = field.split('.')
    const { status, body } = await admit({ [part]: { [name]: value } })
    expect({ status, code: body['code'], msg: body['msg'] }).toEqual({
      status: 400,
      code: 'invalid',
      msg: 'Please correct the marked fields',
    })
    expect(body['errors']).toEqual([{ field, message: expect.stringMatching(/^[A-Z].{5,}/) }])
    expect(await readAllRows(school.db)).toEqual(before)
  })

  it.each([
    [
      'values that cannot be read',
      { studentData: { dateOfBirth: 'soon' }, financialData: { discount: -1, feePeriod: 'soon' } },
      ['financialData.discount', 'financialData.feePeriod', 'studentData.dateOfBirth'],
    ],
    [
      'values that break a rule',
      { studentData: { dateOfBirth: '2030-01-01' }, financialData: { discount: 9000 } },
      ['financialData.discount', 'studentData.dateOfBirth'],
    ],
  ])('reports all %s at once', async (_, fields, refused) => {
    const { body } = await admit(fields)
    expect((body['errors'] as { field: string }[]).map(({ field }) => field).toSorted()).toEqual(refused)
  })

  it.each([
    [
      'a given period',
      { feePeriod: '2026-10-01 to 2026-12-31' },
      { period_from: '2026-10-01', period_to: '2026-12-31', month: 10 },
    ],
    [
      'a period that ends before it starts',
      { feePeriod: '2026-11-15 to 2026-11-01' },
      { period_from: '2026-11-15', period_to: '2026-11-15' },
    ],
    ['a period in the next year', { feePeriod: '2027-01-01 to 2027-01-31' }, { year: 2027, month: 1 }],
    ['a given issue date', { issueDate: '2026-11-25' }, { issue_date: '2026-11-25', due_date: '2026-12-05' }],
    [
      'a due date before the issue date',
      { dueDate: '2026-11-20' },
      { issue_date: '2026-11-21', due_date: '2026-11-21' },
    ],
    ['a given due date', { dueDate: '2026-11-30' }, { due_date: '2026-11-30' }],
  ])('writes the voucher with %s', async (_, financialData, row) => {
    covers('spec 5.new-admission.due-date', 'spec 5.new-admission.period')

    expect(await admitAndReadVoucher({ financialData })).toMatchObject(row)
  })

  it('uses the date in Pakistan, not the date of the server', async () => {
    covers('decisions 2.values.dates')

    school.now = new Date('2026-11-30T20:00:00Z')
    desk = await school.as('desk@main.test')
    expect(await admitAndReadVoucher({})).toMatchObject({
      issue_date: '2026-12-01',
      month: 12,
      period_to: '2026-12-31',
    })
    school.now = new Date('2026-11-21T09:00:00+05:00')
  })

  it('accepts the longest texts and the largest amounts unchanged', async () => {
    covers('decisions 2.values.amounts', 'decisions 2.values.text-length')

    const largest = {
      monthlyFee: 9_999_999.99,
      discount: 0,
      registrationFee: 9_999_999.99,
      admissionFee: 9_999_999.99,
      examinationFee: 9_999_999.99,
    }
    const studentData = { studentName: 'x'.repeat(120), address: 'ع'.repeat(300) }
    expect((await admit({ studentData, financialData: { ...largest, note: 'n'.repeat(500) } })).status).toBe(
      200,
    )
    expect(await school.db.selectFrom('receipts').selectAll().execute()).toMatchObject([
      { amount: 3_999_999_996 },
    ])
    expect(await school.db.selectFrom('students').selectAll().execute()).toMatchObject([
      { student_name: 'x'.repeat(120) },
    ])
  })
})
