import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

describe('promoting a class without students', () => {
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

  const admitTo = (studentClass: string, caller = desk) =>
    admit(caller, { studentData: { studentClass, admissionDate: '2026-04-01' } })
  const promote = (classToPromote: string, campus = 'Main Campus', caller = desk) =>
    caller.post('/admissions/promoteClass', { classToPromote, isGraduation: false, campus })
  const preview = (studentClass: string) =>
    desk.get(`/admissions/promotionPreview/Main%20Campus/${studentClass}`)

  it('reports the class as already promoted, and as empty after 180 days', async () => {
    covers('decisions 4.promotion.none-left', 'decisions 6.promotion.again')

    await admitTo('1')
    expect((await preview('1')).body).toMatchObject({ alreadyPromoted: false })
    await promote('1')
    expect(await checkNoOp(school.db, () => promote('1'))).toMatchObject({
      status: 409,
      body: {
        code: 'already-promoted',
        studentClass: '1',
        msg: 'Process failed because class 1 was already promoted',
      },
    })
    expect((await preview('1')).body).toMatchObject({ moving: [], skipped: [], alreadyPromoted: true })
    expect((await preview('3')).body).toMatchObject({ moving: [], skipped: [], alreadyPromoted: false })
    expect((await promote('3')).body).toMatchObject({
      msg: 'Process failed because class 3 has no students',
    })

    await admitTo('1')
    expect((await preview('1')).body).toMatchObject({ moving: [{ rollNo: 2 }], alreadyPromoted: false })
    expect((await promote('1')).body).toMatchObject({ promoted: 1, skipped: 0 })

    school.now = new Date('2027-05-20T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    expect((await promote('1')).body).toMatchObject({
      code: 'class-empty',
      msg: 'Process failed because class 1 has no students',
    })
  })

  it('ignores a promotion of the class at another campus', async () => {
    const city = await school.as('office@city.test')
    await admitTo('1', city)
    await promote('1', 'City Campus', city)
    expect((await promote('1')).body).toMatchObject({ code: 'class-empty' })
  })
})
