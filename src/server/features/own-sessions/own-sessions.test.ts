import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { callerOf, openSchool, password, type Caller, type TestSchool } from '#test/school.ts'

const desk = 'desk@main.test'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

describe('the devices on which a user is signed in', () => {
  let school: TestSchool

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    school.now = new Date('2026-11-21T09:00:00+05:00')
  })

  const signIn = async (agent: string, address: string, userId = desk): Promise<Caller> => {
    const { headers } = await callerOf(school.app, '').post(
      '/users/signin',
      { userId, password },
      { 'user-agent': agent, 'x-forwarded-for': address },
    )
    return callerOf(school.app, String(headers['set-cookie']).split(';')[0] ?? '')
  }
  const listSessions = async (caller: Caller, path = '/users/sessions') => {
    const { status, body } = await caller.get(path)
    expect(status).toBe(200)
    return body['sessions'] as { sessionId: string; device: string; isThis: boolean }[]
  }
  const signedIn = async (caller: Caller) => (await caller.get('/users/session')).status === 200

  it('are listed with device, address and times, without tokens, and the current device is marked', async () => {
    covers('security accounts.sessions')

    const here = await signIn(chrome, '10.0.0.7')
    school.now = new Date('2026-11-21T10:00:00+05:00')
    await signIn(`curl ${'x'.repeat(400)}`, '10.0.0.8')
    await signIn(chrome, '10.0.0.9', 'office@main.test')
    const { body } = await here.get('/users/sessions')
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(body).toEqual({
      msg: 'Signed-in devices fetched',
      sessions: [
        {
          sessionId: uuid,
          device: 'Chrome on Windows',
          address: '10.0.0.7',
          startedAt: '2026-11-21T04:00:00.000Z',
          seenAt: '2026-11-21T04:00:00.000Z',
          isThis: true,
        },
        {
          sessionId: uuid,
          device: 'Unknown program',
          address: '10.0.0.8',
          startedAt: '2026-11-21T05:00:00.000Z',
          seenAt: '2026-11-21T05:00:00.000Z',
          isThis: false,
        },
      ],
    })
  })

  it('are signed out singly or all except the current one, but not those of other users', async () => {
    covers('security accounts.sessions')

    const [here, second, third, office] = [
      await signIn(chrome, '10.0.0.1'),
      await signIn(chrome, '10.0.0.2'),
      await signIn(chrome, '10.0.0.3'),
      await signIn(chrome, '10.0.0.4', 'office@main.test'),
    ]
    const [ofOffice] = await listSessions(office)
    const end = (sessionId?: string) => here.post('/users/endSessions', { sessionId })
    expect(await end(ofOffice?.sessionId)).toMatchObject({ status: 404, body: { code: 'session-unknown' } })
    expect(await end('a stranger')).toMatchObject({ status: 400, body: { errors: [{ field: 'sessionId' }] } })
    const [secondOne] = (await listSessions(second)).filter(({ isThis }) => isThis)
    expect((await end(secondOne?.sessionId)).body).toEqual({ msg: 'Signed out successfully', count: 1 })
    expect(await Promise.all([here, second, third, office].map(signedIn))).toEqual([true, false, true, true])
    expect((await end()).body).toEqual({ msg: 'Signed out successfully', count: 1 })
    expect(await Promise.all([here, third, office].map(signedIn))).toEqual([true, false, true])
  })

  it('are listed and signed out by an admin of the campus, with a history entry', async () => {
    covers('security accounts.sessions', 'security accounts.history')

    const [one, other] = [await signIn(chrome, '10.0.0.1'), await signIn(chrome, '10.0.0.2')]
    const admin = await school.withCookieOnly('admin@main.test')
    const target = `Main%20Campus/${desk}`
    const [listedSession] = await listSessions(admin, `/users/sessionsOf/${target}`)
    expect(listedSession).toMatchObject({ device: 'Chrome on Windows', isThis: false })
    const end = (sessionId?: string) => admin.post(`/users/endSessionsOf/${target}`, { sessionId })
    expect((await end(listedSession?.sessionId)).body['count']).toBe(1)
    expect((await Promise.all([one, other].map(signedIn))).filter(Boolean)).toHaveLength(1)
    expect((await end()).body['count']).toBe(1)
    expect(await end()).toMatchObject({ status: 404, body: { code: 'session-unknown' } })
    expect(await school.db.selectFrom('changes').select(['what', 'changed_by', 'after']).execute()).toEqual(
      Array.from({ length: 2 }, () => ({
        what: 'user signed out',
        changed_by: 'admin@main.test',
        after: { userId: desk, role: 'write', disabled: false },
      })),
    )
    const elsewhere = await admin.get('/users/sessionsOf/Main%20Campus/office@city.test')
    expect(elsewhere).toMatchObject({ status: 404, body: { code: 'user-unknown' } })
  })
})
