import type { Endpoint } from '#contract/endpoint.ts'
import { allEndpoints } from '#reports/endpoints.ts'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { everyRow } from '#test/every-row.ts'
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const named = (list: readonly Endpoint[]) => list.map((endpoint) => [endpoint.path, endpoint] as const)
const guarded = allEndpoints.filter(({ access }) => access !== 'anyone')
const forWriters = named(guarded.filter(({ access }) => access === 'writer'))
const forAdmins = named(guarded.filter(({ access }) => access === 'admin'))
const withCampus = named(guarded.filter(({ path }) => path.includes(':campus')))
const withPayload = named(guarded.filter(({ method }) => method === 'POST'))

const otherCampus = { code: 'other-campus', msg: 'This belongs to another campus' }
const elsewhere: readonly (readonly [where: string, more: object])[] = [
  ['in the body', { campus: 'City Campus' }],
  ['in a part of the body', { studentData: { campus: 'City Campus' } }],
  ['deep in the body', { more: [{ of: { it: { campus: 'City Campus' } } }] }],
  ['beside its own', { campus: ['Main Campus', 'City Campus'] }],
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

  /** The rows as the last test left them; null after a test that may write. Reading them takes most of a refusal's time. */
  let rows: Awaited<ReturnType<typeof everyRow>> | null = null
  const expectNothingWritten = async (work: () => Promise<void>) => {
    rows ??= await everyRow(school.db)
    await work()
    expect(await everyRow(school.db)).toEqual(rows)
  }

  it.each(named(guarded))('%s is refused without a session', async (_, endpoint) => {
    covers('decisions 2.status.401', 'decisions 2.session.get', 'security visitors.session-needed')

    await expectNothingWritten(async () => {
      for (const cookie of ['', 'session=', 'session=made-up', 'other=1']) {
        expect(await send(callerOf(school.app, cookie), endpoint, 'Main Campus')).toMatchObject({
          status: 401,
          body: { code: 'signed-out', msg: 'Please sign in' },
        })
      }
    })
  })

  it.each(forWriters)('%s is refused for the read role', async (_, endpoint) => {
    covers('decisions 2.status.403', 'decisions 2.access.write', 'security accounts.roles')

    await expectNothingWritten(async () => {
      const { status, body } = await send(viewer, endpoint, 'Main Campus')
      expect({ status, body }).toEqual({
        status: 403,
        body: { code: 'not-allowed', msg: 'Your role does not allow this' },
      })
    })
  })

  it.each(forAdmins)('%s is refused for users who are not admins', async (_, endpoint) => {
    covers('security accounts.roles')

    await expectNothingWritten(async () => {
      for (const caller of [viewer, desk, office]) {
        const { status, body } = await send(caller, endpoint, 'Main Campus')
        expect({ status, body }).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
      }
    })
  })

  it.each(named(guarded.filter(({ access }) => access === 'staff')))(
    '%s is open to the read role',
    async (_, endpoint) => {
      rows = null
      const { status, body } = await send(viewer, endpoint, 'Main Campus')
      if (status === 200) return
      // The school lacks what the sample names, such as a passkey: a clerk is refused in the same way.
      expect([404, 409]).toContain(status)
      expect(await send(desk, endpoint, 'Main Campus')).toMatchObject({
        status,
        body: { code: body['code'] },
      })
    },
  )

  it.each(withCampus)('%s is refused for another campus: nothing is read or written', async (_, endpoint) => {
    covers('spec 1.scope.campus', 'decisions 2.status.403', 'decisions 2.identity.campus')
    covers('security accounts.other-campus')

    await expectNothingWritten(async () => {
      for (const campus of ['City Campus', 'No Campus', 'main campus', 'Main Campus ']) {
        const { status, body } = await send(permittedCaller(endpoint), endpoint, campus)
        expect({ status, body }).toEqual({ status: 403, body: otherCampus })
      }
    })
  })

  it.each(
    withPayload.flatMap(([path, endpoint]) => elsewhere.map((at) => [path, at[0], endpoint, at[1]] as const)),
  )('%s is refused with another campus %s', async (_path, _where, endpoint, more) => {
    covers('spec 6.roles.campus', 'decisions 2.identity.campus')

    await expectNothingWritten(async () => {
      const { status, body } = await send(permittedCaller(endpoint), endpoint, 'Main Campus', {
        ...sampleBody(endpoint),
        ...more,
      })
      expect({ status, body }).toEqual({ status: 403, body: otherCampus })
    })
  })

  it('a number of another campus matches nothing in this one', async () => {
    rows = null
    await school.db.updateTable('counters').set({ last: 500 }).where('campus', '=', 'City Campus').execute()
    const city = await school.as('office@city.test')
    const { body } = await city.post('/admissions/newAdmission', anAdmission())
    expect(body['rollNo']).toBe(501)
    const at = '/finances/individualVoucherByVoucherId/Main%20Campus/'
    expect(await desk.get(`${at}${String(body['voucherNo'])}`)).toMatchObject({
      status: 404,
      body: { msg: 'No vouchers found' },
    })
    expect(
      (await desk.get(`/admissions/getStudentInfo/${String(body['rollNo'])}/Main%20Campus`)).status,
    ).toBe(404)
  })

  it.each(named(guarded.filter(({ confirmed }) => confirmed)))(
    '%s is refused with a cookie alone: nothing is written',
    async (_, endpoint) => {
      covers('security accounts.confirmation')

      const stolen = callerOf(school.app, permittedCaller(endpoint).cookie)
      await expectNothingWritten(async () => {
        expect(await send(stolen, endpoint, 'Main Campus')).toMatchObject({
          status: 403,
          body: { code: 'confirmation-needed', msg: 'Enter your password to go on' },
        })
      })
    },
  )

  // What the last call of a session found is expected again (docs/decisions/0025-fewer-waits-on-the-wire.md).
  it('the next call of a session in use finds its user changed: nothing is written', async () => {
    const clerk = await school.as('office@main.test')
    const admitOne = () => clerk.post('/admissions/newAdmission', anAdmission())
    expect((await admitOne()).status).toBe(200)
    rows = null
    const change = (role: 'read' | 'readwrite') =>
      school.db.updateTable('staff').set({ role }).where('user_id', '=', 'office@main.test').execute()
    await change('read')
    await expectNothingWritten(async () => {
      expect(await admitOne()).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
    })
    await change('readwrite')
    await admitOne()
    await school.db.deleteFrom('sessions').where('user_id', '=', 'office@main.test').execute()
    rows = null
    await expectNothingWritten(async () => {
      expect(await admitOne()).toMatchObject({ status: 401, body: { code: 'signed-out' } })
    })
    rows = null
  })

  // Last, because it writes: the refusals above were due to the caller, not to the request.
  it('the same calls are accepted from a clerk of the campus', async () => {
    covers('decisions 2.status.success', 'decisions 2.replies.msg')

    for (const endpoint of guarded) {
      const own = { ...sampleBody(endpoint), campus: 'Main Campus' }
      const { status, body, headers } = await send(permittedCaller(endpoint), endpoint, 'Main Campus', own)
      expect({ path: endpoint.path, status, body }).toMatchObject({
        path: endpoint.path,
        status: expect.toBeOneOf([200, 404, 409]),
      })
      // Every reply has a message, except that an edit replies with the bare message and a file has a name.
      const isEdit = endpoint.path === '/admissions/editAdmission'
      expect(headers['content-disposition'] ?? (isEdit ? body : body['msg'])).toMatch(/^\w{2}/)
    }
  })

  it('a readwrite clerk and an admin are refused none of them for their role', async () => {
    covers('decisions 2.access.write')

    for (const endpoint of guarded.filter(({ access }) => access !== 'admin')) {
      for (const caller of [office, admin]) {
        const { status, body } = await send(caller, endpoint, 'Main Campus')
        expect([endpoint.path, status, body['code']]).not.toEqual([endpoint.path, 403, 'not-allowed'])
      }
    }
  })
})
