import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campusHistory } from '#contract/history.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

describe('the history of a campus', () => {
  let school: TestSchool
  let admin: Caller
  let rollNo: number

  const readHistory = async (filter: object = {}) => {
    const { status, body } = await admin.post('/users/history/Main%20Campus', filter)
    expect({ status, body }).toMatchObject({ status: 200 })
    return replyOf(campusHistory, body)
  }
  const listKinds = async (filter: object) => (await readHistory(filter)).changes.map(({ what }) => what)

  beforeAll(async () => {
    school = await openSchool()
    const city = await school.as('office@city.test')
    await admit(city)
    const desk = await school.as('desk@main.test')
    // The time is 00:30 on the 20th in Pakistan, and still the 19th in UTC.
    school.now = new Date('2026-11-19T19:30:00Z')
    rollNo = await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    school.now = new Date('2026-11-20T18:59:59Z')
    await admit(desk)
    school.now = new Date('2026-11-20T19:00:00Z')
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red${rollNo}-202611`, {
      receivedAmount: 500,
    })
    admin = await school.as('admin@main.test')
    await admin.post('/users/changeRole/Main%20Campus/viewer@main.test', { role: 'write' })
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  it('lists changes with their users, newest first, with names and changed fields', async () => {
    const { changes, kinds, more } = await readHistory()
    expect(changes[0]).toEqual({
      changeNo: expect.any(Number),
      what: 'user role changed',
      changedAt: '2026-11-20T19:00:00.000Z',
      changedBy: 'admin@main.test',
      changedByName: 'admin clerk',
      rollNo: null,
      studentName: null,
      voucherNo: null,
      receiptNo: null,
      fields: [
        { field: 'userId', before: null, after: 'viewer@main.test' },
        { field: 'role', before: 'read', after: 'write' },
      ],
    })
    expect(changes[1]).toMatchObject({
      what: 'payment received',
      changedByName: 'desk clerk',
      rollNo,
      studentName: 'Ayesha Khan',
      voucherNo: `5Red${rollNo}-202611`,
      fields: [{ field: 'received', before: '0', after: '500' }, { field: 'balance' }],
    })
    expect(more).toBe(false)
    expect(new Set(kinds).size).toBe(kinds.length)
    expect(kinds).toEqual(expect.arrayContaining(changes.map(({ what }) => what)))
    expect(changes.filter(({ changedBy }) => changedBy.endsWith('city.test'))).toEqual([])
  })

  it("is filtered by the campus's dates, by user, by action and by roll number", async () => {
    const admitted = ['student admitted', 'payment received']
    expect(await listKinds({ fromDate: '2026-11-20', toDate: '2026-11-20', rollNo: String(rollNo) })).toEqual(
      admitted,
    )
    expect(await listKinds({ toDate: '2026-11-19' })).toEqual([])
    expect((await listKinds({ fromDate: '2026-11-21' })).at(-1)).toBe('vouchers generated')
    expect(await listKinds({ who: 'admin@main.test' })).toEqual(['user role changed'])
    expect(await listKinds({ what: 'student admitted', who: 'desk@main.test' })).toHaveLength(2)
    expect(await listKinds({ rollNo, fromDate: '2026-11-21' })).toEqual(['payment received'])
    expect(await listKinds({ what: 'nothing of the kind' })).toEqual([])
    const invalidDate = await admin.post('/users/history/Main%20Campus', { fromDate: '2026-02-30' })
    expect(invalidDate).toMatchObject({ status: 400, body: { errors: [{ field: 'fromDate' }] } })
  })

  it('returns 200 entries at a time, each once, and shows if there are older ones', async () => {
    const before = (await readHistory()).changes.length
    const entry = {
      campus: 'Main Campus',
      changed_at: school.now,
      changed_by: 'gone@main.test',
      what: 'class promoted',
      roll_no: null,
      voucher_no: null,
      receipt_no: null,
      before: null,
      after: null,
    }
    await school.db
      .insertInto('changes')
      .values(Array.from({ length: 400 - before }, () => entry))
      .execute()
    const first = await readHistory()
    const second = await readHistory({ before: first.changes.at(-1)?.changeNo })
    expect([first, second].map(({ changes, more }) => [changes.length, more])).toEqual([
      [200, true],
      [200, false],
    ])
    const numbers = [...first.changes, ...second.changes].map(({ changeNo }) => changeNo)
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
    expect(new Set(numbers).size).toBe(400)
    expect(first.changes[0]).toMatchObject({ changedByName: 'gone@main.test', fields: [] })
  })
})
