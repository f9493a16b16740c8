import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rights, type Right } from '#domain/rights.ts'
import { anAdmission } from '#test/builders.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const campus = 'Main%20Campus'

describe('the rights of single users', () => {
  let school: TestSchool
  let desk: Caller
  let admin: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    admin = await school.as('admin@main.test')
    await admit(desk)
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
  })

  const grant = (chosen: readonly Right[] | null, userId = 'desk@main.test', caller = admin) =>
    caller.post(`/users/changeRights/${campus}/${userId}`, { rights: chosen })
  const calls: Readonly<Record<Right, () => ReturnType<Caller['post']>>> = {
    receive: () =>
      desk.post(`/finances/markIndividualVoucherAsPaid/${campus}/5Red1-202612`, { receivedAmount: 10 }),
    price: () => desk.post('/admissions/changeStudentFee/1', { newFee: { monthlyFee: 4400, discount: 0 } }),
    generate: () => desk.post(`/finances/unpostVouchers/${campus}/12`),
    approve: () => desk.post(`/finances/approve/${campus}/1`),
  }

  it.each(rights)('refuse the calls for "%s" to users without it, from the next call on', async (right) => {
    expect(await grant(rights.filter((other) => other !== right))).toMatchObject({ status: 200 })
    await checkNoOp(school.db, async () => {
      expect(await calls[right]()).toMatchObject({ status: 403, body: { code: 'no-right', right } })
    })
    expect((await grant(null)).status).toBe(200)
    expect((await calls[right]()).body).not.toMatchObject({ code: 'no-right' })
  })

  it('let a cashier receive money and nothing else, as the session shows', async () => {
    await grant(['receive'])
    expect((await desk.get('/users/session')).body).toMatchObject({ role: 'write', rights: ['receive'] })
    expect((await calls.receive()).status).toBe(200)
    expect((await desk.post('/admissions/newAdmission', anAdmission())).body).toMatchObject({
      right: 'price',
    })
  })

  it('let a user without the right to receive admit a student only if nothing is received', async () => {
    await grant(['price', 'generate'])
    await checkNoOp(school.db, async () => {
      const answer = await desk.post('/admissions/newAdmission', anAdmission())
      expect(answer).toMatchObject({ status: 403, body: { code: 'no-right', right: 'receive' } })
    })
    const unpaidAdmission = anAdmission({ financialData: { receivedNow: 0 } })
    expect((await desk.post('/admissions/newAdmission', unpaidAdmission)).status).toBe(200)
  })

  it('are changed only by admins, with a history entry, and only if they differ', async () => {
    expect((await grant(['receive'], 'desk@main.test', desk)).status).toBe(403)
    await grant(['receive'])
    expect((await grant(['receive'])).body).toMatchObject({ code: 'no-changes' })
    expect((await grant(['sing'] as never)).body).toMatchObject({ code: 'invalid' })
    expect((await grant(['receive'], 'nobody@main.test')).body).toMatchObject({ code: 'user-unknown' })
    const line = await school.db
      .selectFrom('changes')
      .selectAll()
      .where('what', '=', 'user rights changed')
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({
      changed_by: 'admin@main.test',
      before: { rights: 'all' },
      after: { userId: 'desk@main.test', rights: 'receive' },
    })
  })

  it('are always empty for the read role', async () => {
    await grant(['approve'], 'viewer@main.test')
    const viewer = await school.as('viewer@main.test')
    expect((await viewer.get('/users/session')).body).toMatchObject({ role: 'read', rights: [] })
    expect((await viewer.post(`/finances/approve/${campus}/1`)).body).toMatchObject({ code: 'not-allowed' })
  })
})
