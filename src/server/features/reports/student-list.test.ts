import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { noChoice, readFileTable } from '#domain/import/sheets.ts'
import { readSheets } from '#files/read-sheets.ts'
import { studentList } from '#reports/student-list.ts'
import { covers } from '#test/covers.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

describe('the student list', () => {
  let school: TestSchool
  let desk: Caller

  const readList = async (studentClass: string, section: string) => {
    const path = `${encodeURIComponent(studentClass)}/${section}/Main%20Campus`
    const { status, body } = await desk.get(`/admissions/getStudentList/${path}`)
    expect(status).toBe(200)
    z.strictObject(studentList.endpoint.reply.shape).parse(body)
    return replyOf(studentList.endpoint, body).data
  }
  const readRollNos = async (studentClass: string, section: string) =>
    (await readList(studentClass, section)).map(({ rollNo }) => rollNo)

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
    await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    await admit(desk, { studentData: { studentClass: 'Hifz', section: 'Hifz' } })
    await admit(desk, { studentData: { studentClass: 'Play Group', section: 'Green' } })
    await admit(desk, { studentData: { studentClass: '10', section: 'Red' } })
    await admit(desk, { studentData: { studentClass: '2', section: 'Blue' } })
    await admit(desk, { studentData: { studentClass: '2', section: 'Red' } })
    await admit(desk, { studentData: { studentClass: '2', section: 'Red', studentName: 'Left Child' } })
    await school.db
      .updateTable('students')
      .set({ state: 'removed', left_on: '2026-11-01' })
      .where('roll_no', '=', 7)
      .execute()
    await admit(await school.as('office@city.test'))
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  it('lists the active students in class order, then section, then roll number', async () => {
    covers('spec 7.admissions.student-list', 'decisions 2.replies.student-list', 'decisions 4.order.lists')

    expect(await readRollNos('all', 'all')).toEqual([3, 6, 5, 1, 4, 2])
    expect(await readRollNos('2', 'all')).toEqual([6, 5])
    expect(await readRollNos('all', 'Red')).toEqual([6, 1, 4])
    expect(await readRollNos('2', 'Blue')).toEqual([5])
    expect(await readRollNos('Play Group', 'Green')).toEqual([3])
  })

  it('is empty for a class without students', async () => {
    covers('decisions 2.replies.student-list')

    expect((await desk.get('/admissions/getStudentList/9/all/Main%20Campus')).body).toEqual({
      msg: 'Student list fetched successfully',
      data: [],
    })
  })

  it.each(['xlsx', 'csv'])('can be imported again from its %s file, without the totals', async (format) => {
    const url = `/admissions/exportStudentList/${format}/all/all/Main%20Campus`
    const { rawPayload, statusCode } = await school.app.inject({
      method: 'POST',
      url,
      headers: { cookie: desk.cookie },
      payload: {},
    })
    expect(statusCode).toBe(200)
    const file = await readSheets(new Uint8Array(rawPayload))
    expect(file.ok && readFileTable('contacts', file.sheets, noChoice)).toMatchObject({
      rows: { length: 6 },
      notes: [{ about: 'other rows', words: expect.stringMatching(/^1 row of totals/) }],
    })
  })

  it('has the fields that the office needs, with the balance of the latest voucher', async () => {
    covers('decisions 3.books.latest')

    const readFirst = async () => (await readList('5', 'Red'))[0]
    expect(await readFirst()).toEqual({
      rollNo: 1,
      studentName: 'Ayesha Khan',
      fatherName: 'Imran Khan',
      studentClass: '5',
      section: 'Red',
      fatherHomePhone: '0300-1234567',
      admissionDate: '2026-11-21',
      netMonthlyFee: 4500,
      balance: 0,
      dueSince: null,
      monthsOwed: 0,
    })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    expect(await readFirst()).toMatchObject({ balance: 4500, dueSince: '2026-12-01', monthsOwed: 1 })
    const pay = (receivedAmount: number) =>
      desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1-202611', { receivedAmount })
    await pay(0.5)
    expect(await readFirst()).toMatchObject({ balance: 4499.5, monthsOwed: 1 })
    await pay(5000)
    expect(await readFirst()).toMatchObject({ balance: -500.5, dueSince: null, monthsOwed: 0 })
  })

  it('counts the months that each student owes', async () => {
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    await desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1-202612', {
      receivedAmount: 3999.5,
    })
    await generateAndPost(desk, 'Main Campus', '2027-01-01')
    const months = (await readList('all', 'all')).map(({ rollNo, monthsOwed }) => [rollNo, monthsOwed])
    expect(months).toEqual([
      [3, 2],
      [6, 2],
      [5, 2],
      [1, 1],
      [4, 2],
      [2, 2],
    ])
  })

  it('shows a student without a voucher as owing nothing', async () => {
    await school.db
      .insertInto('students')
      .columns([
        'campus',
        'roll_no',
        'admission_no',
        'registration_no',
        'admission_date',
        'student_name',
        'father_name',
        'date_of_birth',
        'place_of_birth',
        'gender',
        'religion',
        'father_home_phone',
        'student_class',
        'section',
        'admission_class',
        'admitted_at',
        'admitted_by',
      ])
      .values({
        campus: 'Main Campus',
        roll_no: 90,
        admission_no: 90,
        registration_no: 90,
        admission_date: '2026-11-01',
        student_name: 'New "Quote" Child',
        father_name: 'Father\\',
        date_of_birth: '2018-01-01',
        place_of_birth: 'Lahore',
        gender: 'other',
        religion: 'Islam',
        father_home_phone: '1',
        student_class: '8',
        section: 'Rose',
        admission_class: '8',
        admitted_at: school.now,
        admitted_by: 'x',
      })
      .execute()
    await school.db
      .insertInto('fees')
      .values({ campus: 'Main Campus', roll_no: 90, monthly_fee: 999_999_999, discount: 1 })
      .execute()
    expect(await readList('8', 'all')).toMatchObject([
      { studentName: 'New "Quote" Child', fatherName: 'Father\\', netMonthlyFee: 9_999_999.98, balance: 0 },
    ])
  })

  it.each([
    ['11/all', 'studentClass'],
    ['5/Violet', 'section'],
  ])('refuses %s as class and section', async (path, field) => {
    expect(await desk.get(`/admissions/getStudentList/${path}/Main%20Campus`)).toMatchObject({
      status: 400,
      body: { code: 'invalid', errors: [{ field }] },
    })
  })

  it('is refused for another campus', async () => {
    expect(await desk.get('/admissions/getStudentList/all/all/City%20Campus')).toMatchObject({
      status: 403,
      body: { code: 'other-campus' },
    })
  })
})
