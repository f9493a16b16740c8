import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { callerOf, openSchool, password, type Answer, type TestSchool } from '#test/school.ts'

const desk = 'desk@main.test'
const invalid = { status: 401, body: { code: 'invalid-credentials', msg: 'Invalid credentials' } }

describe('signing in', () => {
  let school: TestSchool

  const advanceClock = (seconds: number) => {
    school.now = new Date(school.now.getTime() + seconds * 1000)
  }
  const signIn = (userId: string, typed: string, from = '10.0.0.1'): Promise<Answer> =>
    callerOf(school.app, '').post('/users/signin', { userId, password: typed }, { 'x-forwarded-for': from })
  const failTimes = async (times: number, userId = desk, from = '10.0.0.1') => {
    for (let count = 0; count < times; count += 1) {
      expect(await signIn(userId, 'wrong', from)).toMatchObject(invalid)
    }
  }
  /** Fails to sign in through a proxy that forwards the claimed address of the client. */
  const tryThrough = async (app: FastifyInstance, remoteAddress: string, claimed: string) => {
    const headers = { 'x-forwarded-for': claimed }
    const payload = { userId: desk, password: 'wrong' }
    return (await app.inject({ method: 'POST', url: '/users/signin', remoteAddress, headers, payload }))
      .statusCode
  }
  const listTries = (userId: string) =>
    school.db.selectFrom('sign_in_tries').selectAll().where('user_id', '=', userId).execute()

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => school.reset())

  it('returns the user and starts one session', async () => {
    covers('spec 4.session.signed-in', 'spec 7.users.signin', 'decisions 2.session.sign-in')

    expect(await signIn(desk, password)).toMatchObject({
      status: 200,
      body: { userId: desk, role: 'write', campus: 'Main Campus', school: { name: 'Green Valley School' } },
    })
    expect(await school.db.selectFrom('sessions').select(['campus', 'user_id']).execute()).toEqual([
      { campus: 'Main Campus', user_id: desk },
    ])
  })

  it('says if the campus uses approvals and the cash drawer, at the sign-in and whenever the session is read', async () => {
    expect((await signIn(desk, password)).body['menu']).toEqual({ cashDrawer: false, approvals: false })
    const caller = await school.as(desk)
    const admin = await school.as('admin@main.test')
    await admin.post('/finances/saveCampusRules/Main%20Campus', {
      approvalLimit: 1000,
      backDays: null,
      cashDrawer: true,
    })
    const used = { cashDrawer: true, approvals: true }
    expect((await caller.get('/users/session')).body['menu']).toEqual(used)
    expect((await signIn(desk, password)).body['menu']).toEqual(used)
  })

  it('accepts the user id in upper or lower case and with surrounding blanks', async () => {
    expect((await signIn('  Desk@Main.TEST ', password)).status).toBe(200)
  })

  it('sends the same reply for a wrong password and an unknown user after the same work', async () => {
    covers('spec 4.session.invalid', 'spec 7.users.signin-failed', 'decisions 2.status.401')
    covers('security visitors.accounts')

    const wrong = await signIn(desk, 'wrong')
    const unknown = await signIn('nobody@main.test', 'wrong')
    expect(unknown.status).toBe(wrong.status)
    expect(unknown.body).toEqual(wrong.body)
    expect(unknown.body).toEqual(invalid.body)
    expect(Object.keys(unknown.headers).toSorted()).toEqual(Object.keys(wrong.headers).toSorted())
    const [known, stranger] = [await listTries(desk), await listTries('nobody@main.test')]
    expect(stranger).toHaveLength(known.length)
    expect(await school.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  it.each([
    ['an empty form', {}, ['userId', 'password']],
    ['a blank user id', { userId: ' ', password }, ['userId']],
    ['no password', { userId: desk, password: '' }, ['password']],
    ['a number as user id', { userId: 7, password }, ['userId']],
    ['a list as password', { userId: desk, password: [password] }, ['password']],
    ['a user id with a null character', { userId: 'desk\u0000@main.test', password }, ['userId']],
    ['an overlong user id', { userId: 'x'.repeat(201), password }, ['userId']],
  ])('refuses %s with an error at the field without counting an attempt', async (_, payload, fields) => {
    const { status, body } = await callerOf(school.app, '').post('/users/signin', payload)
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid' })
    expect((body['errors'] as { field: string }[]).map(({ field }) => field)).toEqual(fields)
    expect(await school.db.selectFrom('sign_in_tries').selectAll().execute()).toEqual([])
  })

  it('delays the sixth attempt after five failures, even with the right password', async () => {
    covers('decisions 2.status.429')

    await failTimes(5)
    const sixth = await signIn(desk, password)
    expect(sixth).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { code: 'too-many-tries', retryAfter: 1 },
    })
    expect(sixth.headers['set-cookie']).toBeUndefined()
  })

  it('succeeds after the delay, which doubles with each further failure', async () => {
    await failTimes(5)
    for (const seconds of [1, 2, 4, 8]) {
      expect((await signIn(desk, 'wrong')).headers['retry-after']).toBe(String(seconds))
      advanceClock(seconds - 0.5)
      expect((await signIn(desk, 'wrong')).status).toBe(429)
      advanceClock(0.5)
      expect(await signIn(desk, 'wrong')).toMatchObject(invalid)
    }
    advanceClock(16)
    expect((await signIn(desk, password)).status).toBe(200)
  })

  it('does not extend the delay for a delayed attempt', async () => {
    await failTimes(5)
    for (let count = 0; count < 10; count += 1) await signIn(desk, 'wrong')
    advanceClock(1)
    expect((await signIn(desk, password)).status).toBe(200)
  })

  it('clears failures after 15 minutes, and at once after a success', async () => {
    await failTimes(5)
    advanceClock(15 * 60)
    await failTimes(4)
    expect((await signIn(desk, password)).status).toBe(200)
    expect(await listTries(desk)).toEqual([])
    await failTimes(5)
  })

  it('does not lock out a colleague at the same address', async () => {
    await failTimes(5)
    expect((await signIn(desk, 'wrong')).status).toBe(429)
    expect((await signIn('office@main.test', password)).status).toBe(200)
  })

  it('does not lock out the same user at another address', async () => {
    await failTimes(5)
    expect((await signIn(desk, 'wrong')).status).toBe(429)
    expect((await signIn(desk, password, '10.0.0.2')).status).toBe(200)
  })

  it('delays a user who is tried from many addresses, and an address that tries many users', async () => {
    covers('security visitors.guessing')

    for (let address = 1; address <= 20; address += 1) await failTimes(1, desk, `10.0.1.${address}`)
    expect((await signIn(desk, 'wrong', '10.0.2.1')).status).toBe(429)
    for (let user = 1; user <= 60; user += 1) await failTimes(1, `nobody${user}@main.test`, '10.0.3.1')
    expect((await signIn('office@main.test', password, '10.0.3.1')).status).toBe(429)
    expect((await signIn('office@main.test', password, '10.0.3.2')).status).toBe(200)
  })

  it('cannot be bypassed by simultaneous attempts', async () => {
    covers('security visitors.guessing')

    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(desk, 'wrong')))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 5 }, () => 401),
      ...Array.from({ length: 15 }, () => 429),
    ])
  })

  it('trusts a forwarded address only if it comes from the machine itself', async () => {
    covers('security visitors.proxies')

    for (let count = 0; count < 5; count += 1) {
      expect(await tryThrough(school.app, '192.0.2.7', `10.0.0.${count}`)).toBe(401)
    }
    expect(await tryThrough(school.app, '192.0.2.7', '10.0.0.9')).toBe(429)
    expect((await listTries(desk)).map(({ address }) => address)).toEqual(
      Array.from({ length: 5 }, () => '192.0.2.7'),
    )
  })

  it('trusts the proxies that the operator names, but not an address that the caller claims', async () => {
    covers('security visitors.proxies')

    await using schoolBehindProxy = await openSchool({ trustedProxies: ['192.0.2.0/29'] })
    for (let count = 0; count < 6; count += 1) {
      const claimed = `10.9.9.${count}, 10.0.0.5`
      expect(await tryThrough(schoolBehindProxy.app, '192.0.2.7', claimed)).toBe(count < 5 ? 401 : 429)
    }
    expect(await tryThrough(schoolBehindProxy.app, '192.0.2.7', '10.0.0.6')).toBe(401)
    expect(await tryThrough(schoolBehindProxy.app, '192.0.2.9', '10.0.0.7')).toBe(401)
    const tries = await schoolBehindProxy.db.selectFrom('sign_in_tries').select('address').execute()
    expect(tries.map(({ address }) => address)).toEqual([
      ...Array.from({ length: 5 }, () => '10.0.0.5'),
      '10.0.0.6',
      '192.0.2.9',
    ])
  })
})
