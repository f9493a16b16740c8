import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { callerOf, openSchool, password, type Caller, type TestSchool } from '#test/school.ts'

const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(60 * count)

const signedOut = { status: 401, body: { code: 'signed-out' } }

describe('a session', () => {
  let school: TestSchool
  let desk: Caller

  const later = (milliseconds: number) => {
    school.now = new Date(school.now.getTime() + milliseconds)
  }
  const getSession = (caller: Caller = desk) => caller.get('/users/session')
  const signIn = (cookie = '', headers = {}) =>
    callerOf(school.app, cookie).post('/users/signin', { userId: 'desk@main.test', password }, headers)
  const cookieOf = (headers: Readonly<Record<string, unknown>>) =>
    [headers['set-cookie']].flat().map(String)[0] ?? ''

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
  })

  it('returns the user, the school and the date to the page, and no secret', async () => {
    covers('spec 6.roles.shown', 'decisions 2.session.sign-in', 'decisions 2.session.get')

    expect((await getSession()).body).toEqual({
      msg: 'Signed in',
      userId: 'desk@main.test',
      name: 'desk clerk',
      role: 'write',
      rights: ['receive', 'price', 'generate', 'approve'],
      campus: 'Main Campus',
      school: { name: 'Green Valley School', taxNumber: '1234567-8' },
      menu: { cashDrawer: false, approvals: false },
      mustChoosePassword: false,
      factorMissing: false,
      today: '2026-11-21',
    })
  })

  it('ends after 12 hours without a call', async () => {
    covers('security stolen.cookie')

    later(hours(12) - 1)
    expect((await desk.get('/users/sessions')).status).toBe(200)
    later(hours(12))
    expect(await getSession()).toMatchObject(signedOut)
  })

  it('is not extended by a page that checks if it is still valid', async () => {
    covers('security stolen.cookie')

    for (let passed = 1; passed < 12; passed += 1) {
      later(hours(1))
      expect({ passed, status: (await getSession()).status }).toEqual({ passed, status: 200 })
    }
    later(hours(1))
    expect(await getSession()).toMatchObject(signedOut)
  })

  it('is extended by use, but ends after 7 days at the latest', async () => {
    const use = () => desk.get('/users/sessions')
    for (let passed = 6; passed < 7 * 24; passed += 6) {
      later(hours(6))
      expect({ passed, status: (await use()).status }).toEqual({ passed, status: 200 })
    }
    later(hours(6) - 1)
    expect((await use()).status).toBe(200)
    later(1)
    expect(await getSession()).toMatchObject(signedOut)
  })

  it('is not extended by a refused call', async () => {
    later(hours(11))
    await callerOf(school.app, 'session=made-up').get('/users/session')
    later(hours(1))
    expect(await getSession()).toMatchObject(signedOut)
  })

  it('ends at once when its user is disabled, and the user cannot sign in again', async () => {
    await school.db
      .updateTable('staff')
      .set({ disabled: true })
      .where('user_id', '=', 'desk@main.test')
      .execute()
    expect(await getSession()).toMatchObject(signedOut)
    expect(await signIn()).toMatchObject({ status: 401, body: { code: 'invalid-credentials' } })
  })

  it('has the new role at once after a change of role', async () => {
    await school.db
      .updateTable('staff')
      .set({ role: 'read' })
      .where('user_id', '=', 'desk@main.test')
      .execute()
    expect((await getSession()).body).toMatchObject({ role: 'read' })
    expect((await desk.get('/admissions/getLastRollNumber')).status).toBe(403)
  })

  it('ends on the server at sign-out, so that its cookie no longer works', async () => {
    covers('spec 4.session.sign-out', 'decisions 2.session.sign-out')

    const reply = await desk.post('/users/signout')
    expect(reply).toMatchObject({ status: 200, body: { msg: 'Signed out' } })
    expect(cookieOf(reply.headers)).toMatch(/^session=;/)
    expect(await getSession()).toMatchObject(signedOut)
    expect(await school.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  it("can be ended without ending the user's session at another desk", async () => {
    const other = await school.as('desk@main.test')
    await desk.post('/users/signout')
    expect((await getSession(other)).status).toBe(200)
  })

  it('can be signed out of even if the caller is not signed in', async () => {
    expect((await callerOf(school.app, '').post('/users/signout')).status).toBe(200)
  })

  it('is replaced when the user signs in again, and the previous cookie no longer works', async () => {
    const reply = await signIn(desk.cookie)
    const cookie = cookieOf(reply.headers).split(';')[0] ?? ''
    expect(cookie).not.toBe(desk.cookie)
    expect((await getSession(callerOf(school.app, cookie))).status).toBe(200)
    expect(await getSession()).toMatchObject(signedOut)
  })

  it('never adopts a token sent by the browser', async () => {
    const planted = 'session=planted-by-somebody'
    const { headers } = await signIn(planted)
    expect(cookieOf(headers)).not.toContain('planted')
    expect(await getSession(callerOf(school.app, planted))).toMatchObject(signedOut)
  })

  it('has a cookie that scripts cannot read and other sites cannot send', async () => {
    covers('decisions 2.session.cookie', 'security stolen.cookie-use')

    const flags = cookieOf((await signIn()).headers)
      .split('; ')
      .slice(1)
    expect(flags.toSorted()).toEqual(['HttpOnly', `Max-Age=${7 * 86_400}`, 'Path=/', 'SameSite=Strict'])
    const overTls = await signIn('', { 'x-forwarded-proto': 'https' })
    expect(cookieOf(overTls.headers).split('; ')).toContain('Secure')
  })

  it('is stored only as a hash, and its token is not in any row or reply', async () => {
    covers('decisions 2.session.no-secret', 'security stolen.database')

    const token = desk.cookie.replace('session=', '')
    expect(token.length).toBeGreaterThanOrEqual(43)
    const rows = JSON.stringify(await readAllRows(school.db))
    expect(rows).toContain('token_hash')
    for (const form of [
      token,
      Buffer.from(token).toString('hex'),
      Buffer.from(token, 'base64url').toString('hex'),
    ]) {
      expect(rows).not.toContain(form)
    }
    expect(JSON.stringify((await getSession()).body)).not.toContain(token)
    expect(JSON.stringify((await signIn()).body)).not.toMatch(/token|hash|\$argon2/i)
  })
})
