import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

describe('finding a student', () => {
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

  const find = (rollNo: number | string) => desk.get(`/admissions/getStudentInfo/${rollNo}/Main%20Campus`)

  it('returns the text that was written, in any script', async () => {
    covers('spec 4.edit-admission.found', 'decisions 2.values.text')

    const urdu = {
      studentName: 'عائشہ خان',
      fatherName: 'عمران خان',
      placeOfBirth: 'لاہور',
      address: 'مکان ۷، ماڈل ٹاؤن 🏠',
    }
    const rollNo = await admit(desk, { studentData: { ...urdu, studentName: `  ${urdu.studentName} ` } })
    const { status, body } = await find(rollNo)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        msg: 'Student info fetched successfully',
        data: {
          studentData: {
            ...urdu,
            rollNo,
            admissionNo: rollNo,
            campus: 'Main Campus',
            gender: 'female',
            isRemoved: false,
            admissionClass: '5',
          },
          monthlyFeeData: {
            monthlyFee: 5000,
            discount: 500,
            netMonthlyFee: 4500,
            registrationFee: 0,
            rollNo,
            studentName: urdu.studentName,
          },
        },
      },
    })
  })

  it('returns every field of the record and of the fees', async () => {
    covers('spec 3.student.fields', 'spec 3.monthly-fee-info.fields', 'spec 7.admissions.student-info')
    covers('decisions 2.replies.student-info')

    const record = {
      ...anAdmission().studentData,
      admissionDate: '2026-11-02',
      address: 'House 7, Model Town',
      fatherCnic: '35202-1234567-1',
      fatherOccupation: 'Tailor',
      fatherOfficePhone: '042-35761234',
      telephone: '0321-7654321',
      fatherEmail: 'imran@example.pk',
    }
    const rollNo = await admit(desk, { studentData: record })
    const { data } = (await find(rollNo)).body as { data: Record<string, unknown> }
    expect(data['studentData']).toEqual({
      ...record,
      rollNo,
      admissionNo: rollNo,
      registrationNo: rollNo,
      campus: 'Main Campus',
      state: 'active',
      isRemoved: false,
      removalDate: null,
      admissionClass: '5',
      oldNumber: '',
    })
    expect(data['monthlyFeeData']).toEqual({
      monthlyFee: 5000,
      discount: 500,
      netMonthlyFee: 4500,
      registrationFee: 0,
      admissionFee: 0,
      examinationFee: 0,
      rollNo,
      studentName: 'Ayesha Khan',
      studentClass: '5',
      section: 'Red',
    })
  })

  it('returns the pending one-time fees, or the one-time fees of the open voucher', async () => {
    covers('decisions 3.fees.shown')

    const rollNo = await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    await school.db.updateTable('fees').set({ examination_fee: 70_000 }).execute()
    const fees = { data: { monthlyFeeData: { registrationFee: 0, admissionFee: 0, examinationFee: 700 } } }
    expect((await find(rollNo)).body).toMatchObject(fees)
    await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-11-01' })
    expect((await find(rollNo)).body).toMatchObject(fees)
    expect(await school.db.selectFrom('fees').selectAll().execute()).toMatchObject([{ examination_fee: 0 }])
  })

  it("returns 'Student does not exist' for an unknown roll number", async () => {
    covers('spec 4.edit-admission.unknown', 'decisions 2.status.404', 'decisions 4.states.unknown')

    await admit(await school.as('office@city.test'))
    expect(await find(1)).toMatchObject({
      status: 404,
      body: { code: 'student-unknown', msg: 'Student does not exist' },
    })
  })

  it.each([
    ['removed', 'student-left', 'Student has left'],
    ['graduated', 'student-graduated', 'Student has graduated'],
  ] as const)('refuses a %s student and names the state', async (state, code, msg) => {
    covers('spec 4.graduated.alert', 'decisions 4.states.gone')

    const rollNo = await admit(desk)
    await school.db.updateTable('students').set({ state, left_on: '2026-11-20' }).execute()
    expect(await find(rollNo)).toMatchObject({ status: 409, body: { code, msg } })
  })
})
