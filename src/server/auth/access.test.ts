import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { allEndpoints } from '#reports/endpoints.ts'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { callsOf, expectRefused } from '#test/refused-calls.ts'
import { sampleBody, sendSampleCall as send } from '#test/sample-calls.ts'
import {
  admit,
  callerOf,
  closeAndDeposit,
  openSchool,
  payBack,
  type Caller,
  type TestSchool,
} from '#test/school.ts'

const guarded = allEndpoints.filter(({ access }) => access !== 'anyone')

const otherCampus = {
  status: 403,
  body: { code: 'other-campus', msg: 'This belongs to another campus' },
}
const otherCampusFields: readonly (readonly [place: string, fields: object])[] = [
  ['in the body', { campus: 'City Campus' }],
  ['in a part of the body', { studentData: { campus: 'City Campus' } }],
  ['deep in the body', { more: [{ of: { it: { campus: 'City Campus' } } }] }],
  ['in a list with its own', { campus: ['Main Campus', 'City Campus'] }],
]

describe('access control', () => {
  let school: TestSchool
  let desk: Caller
  let viewer: Caller
  let office: Caller
  let admin: Caller

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
    viewer = await school.as('viewer@main.test')
    office = await school.as('office@main.test')
    admin = await school.as('admin@main.test')
    await payBack(desk, await admit(desk))
    await closeAndDeposit(desk, admin)
    await admit(await school.as('office@city.test'), { studentData: { studentName: 'Bilal of City' } })
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  const permittedCaller = ({ access }: Endpoint): Caller => (access === 'admin' ? admin : desk)

  it('every guarded call is refused without a session', async () => {
    covers('decisions 2.status.401', 'decisions 2.session.get', 'security visitors.session-needed')

    const cookies = ['', 'session=', 'session=made-up', 'other=1']
    await expectRefused(
      school.db,
      { status: 401, body: expect.objectContaining({ code: 'signed-out', msg: 'Please sign in' }) },
      callsOf(guarded, cookies, (endpoint, cookie) =>
        send(callerOf(school.app, cookie), endpoint, 'Main Campus'),
      ),
    )
  })

  it('every call for writers is refused for the read role', async () => {
    covers('decisions 2.status.403', 'decisions 2.access.write', 'security accounts.roles')

    const forWriters = guarded.filter(({ access }) => access === 'writer')
    await expectRefused(
      school.db,
      { status: 403, body: { code: 'not-allowed', msg: 'Your role does not allow this' } },
      callsOf(forWriters, ['read'], (endpoint) => send(viewer, endpoint, 'Main Campus')),
    )
  })

  it('every call for admins is refused for users who are not admins', async () => {
    covers('security accounts.roles')

    const callers = { viewer, desk, office }
    const forAdmins = guarded.filter(({ access }) => access === 'admin')
    await expectRefused(
      school.db,
      { status: 403, body: expect.objectContaining({ code: 'not-allowed' }) },
      callsOf(forAdmins, ['viewer', 'desk', 'office'] as const, (endpoint, name) =>
        send(callers[name], endpoint, 'Main Campus'),
      ),
    )
  })

  it('every call for all staff is open to the read role', async () => {
    for (const endpoint of guarded.filter(({ access }) => access === 'staff')) {
      const { path } = endpoint
      const { status, body } = await send(viewer, endpoint, 'Main Campus')
      if (status === 200) continue
      // If the school lacks a record of the sample, such as a passkey, a clerk is refused in the same way.
      expect({ path, status }).toEqual({ path, status: expect.toBeOneOf([404, 409]) })
      expect({ path, ...(await send(desk, endpoint, 'Main Campus')) }).toMatchObject({
        path,
        status,
        body: { code: body['code'] },
      })
    }
  })

  it('every call for another campus is refused, and reads and writes nothing', async () => {
    covers('spec 1.scope.campus', 'decisions 2.status.403', 'decisions 2.identity.campus')
    covers('security accounts.other-campus')

    const withCampus = guarded.filter(({ path }) => path.includes(':campus'))
    await expectRefused(
      school.db,
      otherCampus,
      callsOf(withCampus, ['City Campus', 'No Campus', 'main campus', 'Main Campus '], (endpoint, campus) =>
        send(permittedCaller(endpoint), endpoint, campus),
      ),
    )
  })

  it.each(otherCampusFields)('every call is refused with another campus %s', async (_, fields) => {
    covers('spec 6.roles.campus', 'decisions 2.identity.campus')

    const withPayload = guarded.filter(({ method }) => method === 'POST')
    await expectRefused(
      school.db,
      otherCampus,
      callsOf(withPayload, [fields], (endpoint) =>
        send(permittedCaller(endpoint), endpoint, 'Main Campus', { ...sampleBody(endpoint), ...fields }),
      ),
    )
  })

  it('a voucher number or roll number of another campus is not found', async () => {
    await school.db.updateTable('counters').set({ last: 500 }).where('campus', '=', 'City Campus').execute()
    const city = await school.as('office@city.test')
    const { body } = await city.post('/admissions/newAdmission', anAdmission())
    expect(body['rollNo']).toBe(501)
    const path = '/finances/individualVoucherByVoucherId/Main%20Campus/'
    expect(await desk.get(`${path}${String(body['voucherNo'])}`)).toMatchObject({
      status: 404,
      body: { msg: 'No vouchers found' },
    })
    expect(
      (await desk.get(`/admissions/getStudentInfo/${String(body['rollNo'])}/Main%20Campus`)).status,
    ).toBe(404)
  })

  it('every call that needs the password again is refused if only the cookie is sent', async () => {
    covers('security accounts.confirmation')

    const confirmed = guarded.filter((endpoint) => endpoint.confirmed)
    await expectRefused(
      school.db,
      {
        status: 403,
        body: expect.objectContaining({ code: 'confirmation-needed', msg: 'Enter your password to go on' }),
      },
      callsOf(confirmed, ['cookie'], (endpoint) =>
        send(callerOf(school.app, permittedCaller(endpoint).cookie), endpoint, 'Main Campus'),
      ),
    )
  })

  // A call relies on the findings of the session's previous call (docs/decisions/0025-fewer-waits-on-the-wire.md).
  it('the next call of a session in use is refused and writes nothing if its user was changed', async () => {
    const clerk = await school.as('office@main.test')
    const admitOne = () => clerk.post('/admissions/newAdmission', anAdmission())
    expect((await admitOne()).status).toBe(200)
    const change = (role: 'read' | 'readwrite') =>
      school.db.updateTable('staff').set({ role }).where('user_id', '=', 'office@main.test').execute()
    await change('read')
    expect(await checkNoOp(school.db, admitOne)).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
    await change('readwrite')
    await admitOne()
    await school.db.deleteFrom('sessions').where('user_id', '=', 'office@main.test').execute()
    expect(await checkNoOp(school.db, admitOne)).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  })

  // Last, because it writes: the refusals above were due to the caller, not to the request.
  it('the same calls are accepted from a clerk or an admin of the campus', async () => {
    covers('decisions 2.status.success', 'decisions 2.replies.msg')

    for (const endpoint of guarded) {
      const input = { ...sampleBody(endpoint), campus: 'Main Campus' }
      const { status, body, headers } = await send(permittedCaller(endpoint), endpoint, 'Main Campus', input)
      expect({ path: endpoint.path, status, body }).toMatchObject({
        path: endpoint.path,
        status: expect.toBeOneOf([200, 404, 409]),
      })
      // Every reply has a message, except that an edit replies with the bare message and a file has a name.
      const isEdit = endpoint.path === '/admissions/editAdmission'
      expect(headers['content-disposition'] ?? (isEdit ? body : body['msg'])).toMatch(/^\w{2}/)
    }
  })

  it('every call that is not only for admins is open to a readwrite clerk and an admin', async () => {
    covers('decisions 2.access.write')

    for (const endpoint of guarded.filter(({ access }) => access !== 'admin')) {
      for (const caller of [office, admin]) {
        const { status, body } = await send(caller, endpoint, 'Main Campus')
        expect([endpoint.path, status, body['code']]).not.toEqual([endpoint.path, 403, 'not-allowed'])
      }
    }
  })
})
