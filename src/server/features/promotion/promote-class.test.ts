import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

type Payload = Record<string, unknown>

describe('promoting a class', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    school.now = new Date('2026-11-21T09:00:00+05:00')
    desk = await school.as('desk@main.test')
  })

  const admitTo = (studentClass: string, overrides: Payload = {}, caller = desk) =>
    admit(caller, { studentData: { studentClass, admissionDate: '2026-04-01', ...overrides } })
  const promote = (classToPromote: string, extra: Payload = {}, caller = desk, headers = {}) =>
    caller.post(
      '/admissions/promoteClass',
      { classToPromote, isGraduation: false, campus: 'Main Campus', ...extra },
      headers,
    )
  const preview = (studentClass: string) =>
    desk.get(`/admissions/promotionPreview/Main%20Campus/${encodeURIComponent(studentClass)}`)
  const students = () =>
    school.db
      .selectFrom('students')
      .select(['roll_no', 'student_class', 'section', 'state', 'left_on', 'promoted_on'])
      .where('campus', '=', 'Main Campus')
      .orderBy('roll_no')
      .execute()
  const history = (...what: string[]) =>
    school.db
      .selectFrom('changes')
      .select(['what', 'roll_no', 'changed_by', 'before', 'after'])
      .where('what', 'in', what)
      .orderBy('change_no')
      .execute()

  it('moves every active student to the next class and the same section, each with a history entry', async () => {
    covers('spec 4.student.promoted', 'spec 7.admissions.promote', 'decisions 2.replies.promote')
    covers('decisions 4.promotion.next-class')

    await admitTo('5', { section: 'Blue' })
    await admitTo('5')
    await admitTo('4')
    const removed = await admitTo('5')
    await school.db
      .updateTable('students')
      .set({ state: 'removed', left_on: '2026-11-01' })
      .where('roll_no', '=', removed)
      .execute()
    const { status, body } = await promote('5')
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: 'Class promoted successfully', promoted: 2, skipped: 0 },
    })
    expect(await students()).toMatchObject([
      { student_class: '6', section: 'Blue', state: 'active', promoted_on: '2026-11-21' },
      { student_class: '6', section: 'Red', state: 'active', promoted_on: '2026-11-21' },
      { student_class: '4', promoted_on: null },
      { student_class: '5', state: 'removed', promoted_on: null },
    ])
    const line = { what: 'class promoted', changed_by: 'desk@main.test' }
    expect(await history('class promoted')).toEqual([
      { ...line, roll_no: 1, before: { studentClass: '5' }, after: { studentClass: '6' } },
      { ...line, roll_no: 2, before: { studentClass: '5' }, after: { studentClass: '6' } },
    ])
  })

  it('moves no student twice when class 1 and then class 2 is promoted', async () => {
    covers('decisions 4.promotion.180-days', 'decisions 4.promotion.none-left')

    const first = await admitTo('1')
    const second = await admitTo('2')
    await promote('1')
    expect((await promote('2')).body).toMatchObject({ promoted: 1, skipped: 1 })
    expect(await students()).toMatchObject([
      { roll_no: first, student_class: '2' },
      { roll_no: second, student_class: '3' },
    ])
    expect(await checkNoOp(school.db, () => promote('2'))).toMatchObject({
      status: 409,
      body: { code: 'already-promoted', msg: 'Process failed because class 2 was already promoted' },
    })
  })

  it('promotes a student again after 180 days', async () => {
    covers('decisions 4.promotion.180-days')

    await admitTo('1')
    await promote('1')
    school.now = new Date('2027-05-19T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    expect((await promote('2')).body).toMatchObject({ code: 'already-promoted' })
    school.now = new Date('2027-05-20T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    expect((await promote('2')).body).toMatchObject({ promoted: 1, skipped: 0 })
  })

  it('previews the moving and the skipped students in the order of section and roll number', async () => {
    await admitTo('5', { studentName: 'Bilal', section: 'Green' })
    await admitTo('5', { studentName: 'Dua' })
    await admitTo('4', { studentName: 'Esha' })
    await promote('4')
    const red = { fatherName: 'Imran Khan', studentClass: '5', section: 'Red' }
    const { status, body } = await preview('5')
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        msg: 'Class 5 moves to class 6',
        toClass: '6',
        moving: [
          { ...red, rollNo: 2, studentName: 'Dua' },
          { ...red, rollNo: 1, studentName: 'Bilal', section: 'Green' },
        ],
        skipped: [{ ...red, rollNo: 3, studentName: 'Esha', promotedOn: '2026-11-21' }],
        alreadyPromoted: false,
      },
    })
    expect((await promote('5')).body).toMatchObject({ promoted: 2, skipped: 1 })
    expect((await preview('Play Group')).body).toMatchObject({
      toClass: 'Nursery',
      moving: [],
      skipped: [],
    })
  })

  it('is refused for class 10, Hifz and an empty class', async () => {
    covers('spec 4.student.class-10', 'spec 5.promotion.class-10')

    await admitTo('10')
    await admitTo('Hifz', { section: 'Hifz' })
    expect(await checkNoOp(school.db, () => promote('10'))).toMatchObject({
      status: 409,
      body: {
        code: 'class-10-graduates',
        msg: "You can't promote class 10 to next class. Please use graduation page instead.",
      },
    })
    expect(await checkNoOp(school.db, () => promote('Hifz'))).toMatchObject({
      status: 400,
      body: { code: 'invalid', errors: [{ field: 'classToPromote' }] },
    })
    expect(await preview('Hifz')).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(await checkNoOp(school.db, () => promote('3'))).toMatchObject({
      status: 409,
      body: { code: 'class-empty', msg: 'Process failed because class 3 has no students' },
    })
  })

  it.each([
    ['no class', { classToPromote: '' }, 'classToPromote'],
    ['an unknown class', { classToPromote: '11' }, 'classToPromote'],
    ['no campus', { campus: '' }, 'campus'],
    ['a graduation flag that is not a boolean', { isGraduation: 'perhaps' }, 'isGraduation'],
  ])('is refused with an error at its field for %s', async (_, extra, field) => {
    await admitTo('5')
    expect(await checkNoOp(school.db, () => promote('5', extra))).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
  })

  it('leaves other campuses unchanged, and is refused to their users and to the read role', async () => {
    const city = await school.as('office@city.test')
    const viewer = await school.as('viewer@main.test')
    await admitTo('5', {}, city)
    await admitTo('5')
    expect(await checkNoOp(school.db, () => promote('5', {}, city))).toMatchObject({
      status: 403,
      body: { code: 'other-campus' },
    })
    expect(await checkNoOp(school.db, () => promote('5', {}, viewer))).toMatchObject({
      status: 403,
      body: { code: 'not-allowed' },
    })
    await promote('5')
    const rows = await school.db
      .selectFrom('students')
      .select(['campus', 'student_class'])
      .orderBy('campus')
      .execute()
    expect(rows).toEqual([
      { campus: 'City Campus', student_class: '5' },
      { campus: 'Main Campus', student_class: '6' },
    ])
  })

  it('promotes once for a repeated request, with the same reply', async () => {
    await admitTo('1')
    const send = () => promote('1', {}, desk, { 'idempotency-key': 'form-1' })
    const first = await send()
    expect((await send()).body).toEqual(first.body)
    expect(await history('class promoted')).toHaveLength(1)
  })

  it('moves each student once for simultaneous requests', async () => {
    covers('decisions 4.promotion.transaction')

    for (let index = 0; index < 5; index += 1) await admitTo('1')
    await admitTo('2')
    const answers = await Promise.all(['1', '2', '1', '2', '1', '2'].map((name) => promote(name)))
    const moved = answers.map(({ body }) => Number(body['promoted'] ?? 0))
    expect(moved.reduce((all, count) => all + count, 0)).toBe(6)
    expect(answers.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual(
      answers.filter(({ status }) => status !== 200).map(() => 409),
    )
    expect((await students()).map((student) => student.student_class)).toEqual(['2', '2', '2', '2', '2', '3'])
    expect(await history('class promoted')).toHaveLength(6)
  })

  it('applies each simultaneous edit either before or after the promotion', async () => {
    covers('decisions 4.promotion.transaction')

    const rollNos = [await admitTo('5'), await admitTo('5'), await admitTo('5')]
    const { studentData } = anAdmission()
    const edits = rollNos.map((rollNo) =>
      desk.post('/admissions/editAdmission', {
        studentData: { ...studentData, rollNo, studentClass: '5', section: 'Pink' },
      }),
    )
    const answers = await Promise.all([...edits.slice(0, 2), promote('5'), ...edits.slice(2)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const changes = await history('record edited', 'class promoted')
    for (const { roll_no, student_class, section } of await students()) {
      let known: unknown = '5'
      for (const { before, after } of changes.filter((change) => change.roll_no === roll_no)) {
        if (!isOfClass(before) || !isOfClass(after)) continue
        expect(before.studentClass).toBe(known)
        known = after.studentClass
      }
      expect({ student_class, section }).toEqual({ student_class: known, section: 'Pink' })
    }
  })
})

const isOfClass = (value: unknown): value is { studentClass: string } =>
  typeof value === 'object' && value !== null && 'studentClass' in value
