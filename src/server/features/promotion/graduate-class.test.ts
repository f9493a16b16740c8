import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

describe('graduating class 10', () => {
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

  const admitTo = (studentClass: string) =>
    admit(desk, { studentData: { studentClass, admissionDate: '2026-04-01' } })
  const promote = (extra: Record<string, unknown>, caller = desk) =>
    caller.post('/admissions/promoteClass', { campus: 'Main Campus', ...extra })
  const graduate = (extra: Record<string, unknown> = {}, caller = desk) =>
    promote({ classToPromote: '10', isGraduation: true, graduationDate: '2026-11-20', ...extra }, caller)
  const students = () =>
    school.db
      .selectFrom('students')
      .select(['roll_no', 'student_class', 'state', 'left_on'])
      .orderBy('roll_no')
      .execute()
  const history = () =>
    school.db
      .selectFrom('changes')
      .select(['what', 'roll_no', 'changed_by', 'before', 'after'])
      .where('what', '=', 'student graduated')
      .orderBy('change_no')
      .execute()

  it('graduates the whole class, including students promoted yesterday', async () => {
    covers('spec 4.student.graduated', 'spec 7.admissions.promote', 'decisions 4.promotion.graduation')

    await admitTo('10')
    await admitTo('9')
    await promote({ classToPromote: '9' })
    expect((await desk.get('/admissions/promotionPreview/Main%20Campus/10')).body).toMatchObject({
      msg: 'Class 10 graduates',
      toClass: null,
      moving: [{ rollNo: 1 }, { rollNo: 2 }],
      skipped: [],
    })
    const { status, body } = await graduate()
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: 'Class graduated successfully', promoted: 2, skipped: 0 },
    })
    expect(await students()).toMatchObject([
      { student_class: '10', state: 'graduated', left_on: '2026-11-20' },
      { student_class: '10', state: 'graduated', left_on: '2026-11-20' },
    ])
    const entry = {
      what: 'student graduated',
      changed_by: 'desk@main.test',
      before: { state: 'active' },
      after: { state: 'graduated', removalDate: '2026-11-20' },
    }
    expect(await history()).toEqual([
      { ...entry, roll_no: 1 },
      { ...entry, roll_no: 2 },
    ])
    expect(await desk.get('/admissions/getStudentInfo/1/Main%20Campus')).toMatchObject({
      status: 409,
      body: { msg: 'Student has graduated' },
    })
    expect(await checkNoOp(school.db, () => graduate())).toMatchObject({
      status: 409,
      body: { code: 'class-empty' },
    })
  })

  it.each([
    ['another class', { classToPromote: '9' }, 'classToPromote'],
    ['no date', { graduationDate: '' }, 'graduationDate'],
    ['a future date', { graduationDate: '2026-11-22' }, 'graduationDate'],
    ['a date before one of the admissions', { graduationDate: '2026-03-31' }, 'graduationDate'],
    ['a date that does not exist', { graduationDate: '2026-06-31' }, 'graduationDate'],
  ])('is refused with an error at its field for %s', async (_, extra, field) => {
    covers('spec 4.student.graduated', 'spec 5.promotion.graduation-date')

    await admitTo('10')
    await admitTo('9')
    expect(await checkNoOp(school.db, () => graduate(extra))).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
  })

  it.each([[{ graduationDate: '' }], [{ graduationDate: undefined }]])(
    'reports a missing date (%o) with the message of the forms',
    async (extra) => {
      await admitTo('10')
      const { status, body } = await checkNoOp(school.db, () => graduate(extra))
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          code: 'invalid',
          msg: 'Please fill all the fields',
          errors: [{ field: 'graduationDate', message: 'Please fill in this field' }],
        },
      })
    },
  )

  it('is refused for other campuses and for the read role', async () => {
    const city = await school.as('office@city.test')
    const viewer = await school.as('viewer@main.test')
    await admitTo('10')
    for (const caller of [city, viewer]) {
      expect((await checkNoOp(school.db, () => graduate({}, caller))).status).toBe(403)
    }
  })
})
