import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { admissionList } from '#reports/admission-report.ts'
import { covers } from '#test/covers.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

type Requested = Partial<Record<'fromDate' | 'toDate' | 'selectedClass' | 'selectedSection', string>>

describe('the admission report', () => {
  let school: TestSchool
  let viewer: Caller

  const readReport = async (dataType: string, requested: Requested = {}) => {
    const { status, body } = await viewer.post(
      `/admissions/getAdmissionReport/${dataType}/Main%20Campus`,
      requested,
    )
    expect(status).toBe(200)
    return z.strictObject(admissionList.endpoint.reply.shape).parse(body).data
  }
  const readRollNos = async (dataType: string, requested: Requested = {}) =>
    (await readReport(dataType, requested)).map(({ rollNo }) => rollNo)

  const leave = (rollNo: number, state: 'removed' | 'graduated', leftOn: string) =>
    school.db
      .updateTable('students')
      .set({ state, left_on: leftOn })
      .where('campus', '=', 'Main Campus')
      .where('roll_no', '=', rollNo)
      .execute()

  beforeAll(async () => {
    school = await openSchool()
    const desk = await school.as('desk@main.test')
    viewer = await school.as('viewer@main.test')
    const admitTo = (admissionDate: string, studentClass: string, section: string) =>
      admit(desk, { studentData: { admissionDate, studentClass, section } })
    await admitTo('2026-04-01', '5', 'Red')
    await admitTo('2026-04-30', '10', 'Green')
    await admitTo('2026-05-01', '1', 'Red')
    await admitTo('2026-05-02', 'Nursery', 'Blue')
    await admitTo('2026-06-01', '5', 'Green')
    await leave(2, 'graduated', '2026-06-30')
    await leave(3, 'removed', '2026-05-20')
    // The student was admitted to class 5 and promoted since: each class counts the events in it.
    await school.db
      .updateTable('students')
      .set({ student_class: '6' })
      .where('roll_no', '=', 5)
      .where('campus', '=', 'Main Campus')
      .execute()
    await leave(5, 'removed', '2026-07-01')
    await admit(await school.as('office@city.test'))
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  it('refuses an unknown kind of report and lists the valid ones', async () => {
    expect(await viewer.post('/admissions/getAdmissionReport/weekly/Main%20Campus', {})).toMatchObject({
      status: 400,
      body: {
        code: 'invalid',
        msg: 'Please correct the marked fields',
        errors: [{ field: 'dataType', message: 'Choose admissions, removals or all' }],
      },
    })
  })

  it('lists admissions, removals or both in class order', async () => {
    covers('spec 7.admissions.report', 'decisions 2.replies.admission-report', 'decisions 4.order.lists')

    expect(await readRollNos('all')).toEqual([4, 3, 1, 5, 2])
    expect(await readRollNos('admissions')).toEqual([4, 3, 1, 5, 2])
    expect(await readRollNos('removals')).toEqual([3, 5, 2])
  })

  it('includes the first and the last date', async () => {
    covers('spec 7.admissions.report')

    expect(await readRollNos('admissions', { fromDate: '2026-04-30', toDate: '2026-05-01' })).toEqual([3, 2])
    expect(await readRollNos('removals', { fromDate: '2026-05-20', toDate: '2026-06-30' })).toEqual([3, 2])
    expect(await readRollNos('admissions', { fromDate: '2026-05-02' })).toEqual([4, 5])
    expect(await readRollNos('removals', { toDate: '2026-05-20' })).toEqual([3])
    expect(await readRollNos('all', { fromDate: '2026-05-01', toDate: '2026-05-31' })).toEqual([4, 3])
  })

  it('marks each row as an admission or a removal', async () => {
    covers('spec 3.student.in-reports', 'decisions 4.states.in-reports')

    expect(await readReport('all', { fromDate: '2026-06-01', toDate: '2026-06-30' })).toEqual([
      {
        rollNo: 5,
        studentName: 'Ayesha Khan',
        fatherName: 'Imran Khan',
        studentClass: '6',
        section: 'Green',
        admissionDate: '2026-06-01',
        admissionClass: '5',
        isRemoved: true,
        state: 'removed',
        removalDate: '2026-07-01',
        admittedInRange: true,
        removedInRange: false,
      },
      expect.objectContaining({
        rollNo: 2,
        state: 'graduated',
        removalDate: '2026-06-30',
        admittedInRange: false,
        removedInRange: true,
      }),
    ])
    expect(await readReport('admissions', { selectedClass: 'Nursery' })).toMatchObject([
      { rollNo: 4, isRemoved: false, state: 'active', removalDate: null, removedInRange: false },
    ])
  })

  it('counts an admission in the class at admission, and a removal in the class at removal', async () => {
    expect(await readReport('all', { selectedClass: '5' })).toMatchObject([
      { rollNo: 1, admittedInRange: true, removedInRange: false },
      { rollNo: 5, admittedInRange: true, removedInRange: false },
    ])
    expect(await readReport('all', { selectedClass: '6' })).toMatchObject([
      { rollNo: 5, admittedInRange: false, removedInRange: true },
    ])
    expect(await readRollNos('removals', { selectedClass: '5' })).toEqual([])
    expect(await readRollNos('all', { selectedClass: 'all', selectedSection: 'Green' })).toEqual([5, 2])
    expect(await readRollNos('admissions', { selectedClass: '5', selectedSection: 'Red' })).toEqual([1])
  })

  it('succeeds when it finds no student', async () => {
    covers('spec 8.admission-reports.none')

    const emptyReply = { msg: 'No student found', data: [] }
    const answer = await viewer.post('/admissions/getAdmissionReport/all/Main%20Campus', {
      fromDate: '2027-01-01',
    })
    expect(answer).toMatchObject({ status: 200, body: emptyReply })
    expect(await readRollNos('all', { fromDate: '2026-12-01', toDate: '2026-04-01' })).toEqual([])
  })

  it.each([
    ['fromDate', '2026-02-30'],
    ['selectedClass', '11'],
    ['selectedSection', 'Violet'],
  ])('is refused with an error at its field for %s %s', async (field, value) => {
    expect(
      await viewer.post('/admissions/getAdmissionReport/all/Main%20Campus', { [field]: value }),
    ).toMatchObject({ status: 400, body: { code: 'invalid', errors: [{ field }] } })
  })

  it('is refused for another campus and an unknown type', async () => {
    expect(await viewer.post('/admissions/getAdmissionReport/all/City%20Campus')).toMatchObject({
      status: 403,
      body: { code: 'other-campus' },
    })
    expect((await viewer.post('/admissions/getAdmissionReport/everyone/Main%20Campus')).status).toBe(400)
  })
})
