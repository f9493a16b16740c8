import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { studentHistory } from '#contract/history.ts'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

describe("a student's history", () => {
  let school: TestSchool
  let desk: Caller

  const history = async (rollNo: number) => {
    const { status, body } = await desk.get(`/admissions/studentHistory/${rollNo}/Main%20Campus`)
    expect(status).toBe(200)
    return replyOf(studentHistory, body).changes
  }

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  it('lists every change, newest first, with fields, values, user and time', async () => {
    covers('decisions 3.corrections.history')

    const rollNo = await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    const { studentData } = anAdmission()
    await desk.post('/admissions/editAdmission', {
      studentData: { ...studentData, rollNo, dateOfBirth: '2016-04-21', address: 'Lahore' },
    })
    await desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red${rollNo}-202611`, {
      receivedAmount: 4499.5,
    })

    const [payment, edit, ...before] = await history(rollNo)
    expect(payment).toEqual({
      changeNo: expect.any(Number),
      what: 'payment received',
      changedAt: '2026-11-21T04:00:00.000Z',
      changedBy: 'desk@main.test',
      changedByName: 'desk clerk',
      voucherNo: `5Red${rollNo}-202611`,
      receiptNo: 2,
      fields: [
        { field: 'received', before: '0', after: '4,499.50' },
        { field: 'balance', before: '4,500', after: '0.50' },
      ],
      contactsWithheld: false,
    })
    expect(edit).toMatchObject({
      what: 'record edited',
      voucherNo: null,
      receiptNo: null,
      fields: [
        { field: 'dateOfBirth', before: '2016-04-12', after: '2016-04-21' },
        { field: 'address', before: null, after: 'Lahore' },
      ],
    })
    expect(before.map(({ what }) => what)).toEqual(['student admitted', 'payment received'])
    expect(before[0]?.fields.slice(0, 3)).toEqual([
      { field: 'studentClass', before: null, after: '5' },
      { field: 'section', before: null, after: 'Red' },
      { field: 'studentName', before: null, after: 'Ayesha Khan' },
    ])
  })

  it('excludes the changes of other students, and remains after departure', async () => {
    const first = await admit(desk)
    const second = await admit(desk)
    const removal = await desk.post(`/admissions/removeStudent/${first}`, { removalDate: '2026-11-21' })
    expect(removal.status).toBe(200)
    expect((await history(first)).map(({ what }) => what)).toContain('student removed')
    expect((await history(second)).map(({ what }) => what)).not.toContain('student removed')
    expect((await history(first))[0]?.fields).toEqual([
      { field: 'state', before: 'active', after: 'removed' },
      { field: 'removalDate', before: null, after: '2026-11-21' },
    ])
  })

  it("is limited to existing students of the caller's campus", async () => {
    expect(await desk.get('/admissions/studentHistory/999/Main%20Campus')).toMatchObject({
      status: 404,
      body: { code: 'student-unknown', msg: 'Student does not exist' },
    })
    expect(await desk.get('/admissions/studentHistory/1/City%20Campus')).toMatchObject({
      status: 403,
      body: { code: 'other-campus' },
    })
    expect((await desk.get('/admissions/studentHistory/x/Main%20Campus')).status).toBe(400)
  })
})
