import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const { studentData } = anAdmission()

describe("editing a student's record", () => {
  let school: TestSchool
  let desk: Caller
  let rollNo: number

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    rollNo = await admit(desk, { studentData: { address: 'House 7', telephone: '0321-7654321' } })
  })

  const edit = (changes: Record<string, unknown> = {}, headers = {}, caller = desk) =>
    caller.post(
      '/admissions/editAdmission',
      { studentData: { ...studentData, address: 'House 7', telephone: '0321-7654321', rollNo, ...changes } },
      headers,
    )
  const readStudent = () =>
    school.db.selectFrom('students').selectAll().where('roll_no', '=', rollNo).executeTakeFirstOrThrow()
  const readHistory = () =>
    school.db
      .selectFrom('changes')
      .select(['what', 'changed_by', 'before', 'after'])
      .where('roll_no', '=', rollNo)
      .where('what', 'not in', ['student admitted', 'payment received'])
      .orderBy('change_no')
      .execute()

  it('refuses an edit of an outdated record, so that it does not undo another edit', async () => {
    const seen = await desk.get(`/admissions/getStudentInfo/${rollNo}/Main%20Campus`)
    const { recordVersion } = seen.body['data'] as { recordVersion: string }
    const send = (studentName: string) =>
      desk.post('/admissions/editAdmission', {
        studentData: { ...studentData, rollNo, studentName },
        recordVersion,
      })
    expect((await send('Aisha Khan')).status).toBe(200)
    expect(await checkNoOp(school.db, () => send('Ayesha Bibi'))).toMatchObject({
      status: 409,
      body: { code: 'record-changed' },
    })
    expect(await readStudent()).toMatchObject({ student_name: 'Aisha Khan' })
  })

  it('writes the changed fields and records only these fields in the history', async () => {
    covers('spec 7.admissions.edit', 'decisions 2.replies.msg')

    const { status, body } = await edit({
      studentName: ' Aisha Khan ',
      address: '',
      section: 'Blue',
      admissionDate: '2026-11-01',
      admissionNo: 99,
      registrationNo: 98,
      editedBy: 'somebody else',
    })
    expect({ status, body }).toEqual({ status: 200, body: 'Admission edited successfully' })
    expect(await readStudent()).toMatchObject({
      student_name: 'Aisha Khan',
      address: '',
      section: 'Blue',
      telephone: '0321-7654321',
      admission_date: '2026-11-01',
      admission_no: rollNo,
      registration_no: rollNo,
      admission_class: '5',
    })
    expect(await readHistory()).toEqual([
      {
        what: 'record edited',
        changed_by: 'desk@main.test',
        before: {
          studentName: 'Ayesha Khan',
          address: 'House 7',
          section: 'Red',
          admissionDate: '2026-11-21',
        },
        after: { studentName: 'Aisha Khan', address: '', section: 'Blue', admissionDate: '2026-11-01' },
      },
    ])
  })

  it('changes nothing and writes no history when the form is sent as loaded', async () => {
    const { body } = await checkNoOp(school.db, () => edit())
    expect(body).toBe('Admission edited successfully')
  })

  it('keeps the numbers of earlier vouchers when the class changes', async () => {
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    await edit({ studentClass: '6', section: 'Green' })
    const vouchers = await school.db
      .selectFrom('vouchers')
      .select(['voucher_no', 'student_class', 'section'])
      .orderBy('chain_no')
      .execute()
    expect(vouchers).toEqual([
      { voucher_no: '5Red1adm', student_class: '5', section: 'Red' },
      { voucher_no: '5Red1-202612', student_class: '5', section: 'Red' },
    ])
    await generateAndPost(desk, 'Main Campus', '2027-01-01')
    expect((await desk.get('/finances/individualVoucher/Main%20Campus/1')).body).toMatchObject({
      voucher: { voucherNo: '6Green1-202701', studentClass: '6', arrears: 4500 },
    })
  })

  it.each([
    ['a date of birth of today', { dateOfBirth: '2026-11-21' }, 'studentData.dateOfBirth'],
    ['a future date of birth', { dateOfBirth: '2027-01-01' }, 'studentData.dateOfBirth'],
    ['a future admission', { admissionDate: '2026-11-22' }, 'studentData.admissionDate'],
    ['a date that does not exist', { dateOfBirth: '2016-02-30' }, 'studentData.dateOfBirth'],
    ['an unknown class', { studentClass: '11' }, 'studentData.studentClass'],
    ['an unknown gender', { gender: 'none' }, 'studentData.gender'],
    ['a name too long', { fatherName: 'x'.repeat(121) }, 'studentData.fatherName'],
    ['control characters', { religion: 'Is\u0000lam' }, 'studentData.religion'],
    ['a fractional roll number', { rollNo: 1.5 }, 'studentData.rollNo'],
  ])('refuses %s with an error at the field and writes nothing', async (_, changes, field) => {
    expect(await checkNoOp(school.db, () => edit(changes))).toMatchObject({
      status: 400,
      body: { code: 'invalid', msg: 'Please correct the marked fields', errors: [{ field }] },
    })
  })

  it.each([
    'rollNo',
    'studentName',
    'fatherName',
    'dateOfBirth',
    'placeOfBirth',
    'gender',
    'religion',
    'fatherHomePhone',
    'studentClass',
    'section',
  ])('requires %s', async (field) => {
    covers('spec 3.student.required', 'spec 5.edit-admission.required')

    for (const empty of ['', '  ', null, undefined]) {
      expect(await edit({ [field]: empty })).toMatchObject({
        status: 400,
        body: { msg: 'Please fill all the fields', errors: [{ field: `studentData.${field}` }] },
      })
    }
  })

  it('is limited to active students', async () => {
    expect(await edit({ rollNo: 999 })).toMatchObject({
      status: 404,
      body: { code: 'student-unknown', msg: 'Student does not exist' },
    })
    await school.db.updateTable('students').set({ state: 'removed', left_on: '2026-11-20' }).execute()
    expect(await edit({ studentName: 'Aisha' })).toMatchObject({
      status: 409,
      body: { msg: 'Student has left' },
    })
    await school.db.updateTable('students').set({ state: 'graduated' }).execute()
    expect(await edit({ studentName: 'Aisha' })).toMatchObject({
      status: 409,
      body: { msg: 'Student has graduated' },
    })
    expect(await readStudent()).toMatchObject({ student_name: 'Ayesha Khan' })
    expect(await readHistory()).toEqual([])
  })

  it('does not change a student of another campus with the same number', async () => {
    const city = await school.as('office@city.test')
    await admit(city, { studentData: { studentName: 'Bilal of City' } })
    await edit({ studentName: 'Aisha' }, {}, city)
    const names = await school.db
      .selectFrom('students')
      .select(['campus', 'student_name'])
      .orderBy('campus')
      .execute()
    expect(names).toEqual([
      { campus: 'City Campus', student_name: 'Aisha' },
      { campus: 'Main Campus', student_name: 'Ayesha Khan' },
    ])
    expect((await edit({ campus: 'City Campus' })).status).toBe(403)
  })

  it('is refused for the read role', async () => {
    expect(await edit({ studentName: 'Aisha' }, {}, await school.as('viewer@main.test'))).toMatchObject({
      status: 403,
      body: { code: 'not-allowed' },
    })
    expect(await readStudent()).toMatchObject({ student_name: 'Ayesha Khan' })
  })

  it('applies a repeated request once, with the same reply', async () => {
    const key = { 'idempotency-key': 'form-1' }
    const first = await edit({ studentName: 'Aisha' }, key)
    expect((await edit({ studentName: 'Aisha' }, key)).body).toBe(first.body)
    expect(await readHistory()).toHaveLength(1)
  })

  it('applies simultaneous edits one after the other', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `Ayesha ${'I'.repeat(index + 1)}`)
    const answers = await Promise.all(names.map((studentName) => edit({ studentName })))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    let known: unknown = 'Ayesha Khan'
    for (const { before, after } of await readHistory()) {
      expect(before).toEqual({ studentName: known })
      known = (after as { studentName: string }).studentName // as written by the edit above
    }
    expect(await readStudent()).toMatchObject({ student_name: known })
  })
})
