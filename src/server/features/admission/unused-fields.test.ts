import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAdmission } from '#test/builders.ts'
import { readAllRows } from '#test/every-row.ts'
import { openSchool, type Caller, type TestSchool } from '#test/school.ts'

const numbers = { admissionNo: 77, registrationNo: '78', campus: 'Main Campus' }
const voucher = {
  voucherNo: '9Blue77adm',
  studentName: 'Somebody Else',
  rollNo: 77,
  studentClass: 'no class',
  section: null,
  campus: 'Main Campus',
  netMonthlyFee: 1,
  arrears: 5000,
  fine: -1,
  receivedAmount: 'nothing',
  receivedBy: 'viewer@main.test',
  receivedDate: 'yesterday',
  editedBy: 'viewer@main.test',
  feePaid: false,
  posted: false,
  isRemoved: true,
  monthGenerated: 13,
  yearGenerated: 1900,
}
const newFee = { monthlyFee: 6000, discount: 0, registrationFee: 0, admissionFee: 0, examinationFee: 0 }

describe('specified fields that the server does not use', () => {
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

  /** Admits a student and edits the record and the fees, with extra fields; returns the resulting books. */
  async function booksAfter(studentData: object, financialData: object, fee: object) {
    const { studentData: record } = anAdmission()
    const answers = [
      await desk.post(
        '/admissions/newAdmission',
        anAdmission({ studentData: { ...studentData }, financialData: { ...financialData } }),
      ),
      await desk.post('/admissions/editAdmission', {
        studentData: { ...record, address: 'Gulberg', ...studentData, rollNo: 1 },
      }),
      await desk.post('/admissions/editAdmissionFee', { rollNo: 1, newFee: { ...newFee, ...fee } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { students, fees, vouchers, receipts } = await readAllRows(school.db)
    const changes = await school.db
      .selectFrom('changes')
      .select(['changed_by', 'what', 'roll_no', 'voucher_no', 'receipt_no', 'before', 'after'])
      .orderBy('change_no')
      .execute()
    return { students, fees, vouchers, receipts, changes }
  }

  it('are accepted with any value and do not change the books', async () => {
    const books = await booksAfter({}, {}, {})
    await school.reset()
    desk = await school.as('desk@main.test')
    const editor = { netMonthlyFee: -3, editedBy: 'viewer@main.test', editedOn: { at: 'noon' } }
    expect(await booksAfter({ ...numbers, rollNo: 77 }, voucher, editor)).toEqual(books)
  })

  it('are refused if they name another campus', async () => {
    const { status } = await desk.post(
      '/admissions/newAdmission',
      anAdmission({ financialData: { campus: 'City Campus' } }),
    )
    expect(status).toBe(403)
  })
})
