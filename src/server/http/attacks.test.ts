import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/database/open.ts'
import { buildApp } from '#server/start/app.ts'
import { covers } from '#test/covers.ts'
import {
  callerOf,
  confirming,
  cookiesIn,
  openSchool,
  password,
  type Caller,
  type TestSchool,
} from '#test/school.ts'

const desk = 'desk@main.test'
const newPassword = 'fresh-mango-tree'

describe('attacks on sessions', () => {
  let school: TestSchool
  let admin: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    admin = await school.as('admin@main.test')
  })

  const signIn = (userId: string, typed = password, cookie = '') =>
    callerOf(school.app, cookie).post('/users/signin', { userId, password: typed })
  const cookieOf = (headers: Readonly<Record<string, unknown>>) =>
    String(headers['set-cookie']).split(';')[0] ?? ''
  const userOf = async (cookie: string) => {
    const { status, body } = await callerOf(school.app, cookie).get('/users/session')
    return status === 200 ? body['userId'] : status
  }
  const manage = (action: string, payload: object) =>
    admin.post(`/users/${action}/Main%20Campus/${desk}`, payload)

  it('do not turn a cookie that was planted before sign-in into a session of the victim', async () => {
    covers('security pages.planted-session')

    const attacker = await school.as('viewer@main.test')
    for (const planted of [attacker.cookie, 'session=made-up-by-an-attacker']) {
      const newCookie = cookieOf((await signIn(desk, password, planted)).headers)
      expect(newCookie).not.toBe(planted)
      expect(await userOf(newCookie)).toBe(desk)
      expect(await userOf(planted)).toBe(401)
    }
    const failed = await signIn(desk, 'wrong', 'session=made-up-by-an-attacker')
    expect(failed.headers['set-cookie']).toBeUndefined()
    const signIns = await Promise.all([signIn(desk), signIn(desk)])
    expect(new Set(signIns.map(({ headers }) => cookieOf(headers))).size).toBe(2)
  })

  it.each([
    ['its owner signed out', (owner: Caller) => owner.post('/users/signout')],
    ['its owner signed in again', (owner: Caller) => signIn(desk, password, owner.cookie)],
    ['its owner was disabled', () => manage('disable', { disabled: true })],
    ['its owner got a new password', () => manage('resetPassword', { newPassword })],
    [
      'its owner changed the password at another desk',
      async () =>
        (await school.as(desk)).post('/users/changePassword', { currentPassword: password, newPassword }),
    ],
  ])('do not succeed with a stolen cookie once %s', async (_, end) => {
    covers('security stolen.cookie')

    const stolen = await school.as(desk)
    expect(await userOf(stolen.cookie)).toBe(desk)
    expect((await end(stolen)).status).toBe(200)
    for (const answer of [
      await stolen.get('/users/session'),
      await stolen.get('/admissions/getLastRollNumber'),
      await stolen.post('/finances/postVouchers/Main%20Campus/11'),
      await stolen.post('/users/changePassword', { currentPassword: password, newPassword }),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'signed-out' } })
    }
  })

  it('end with a change of password, which keeps only the current session, under a new cookie', async () => {
    const [here, elsewhere] = [await school.as(desk), await school.as(desk)]
    const changed = await here.post('/users/changePassword', { currentPassword: password, newPassword })
    expect(changed.status).toBe(200)
    const { session: renewed = '' } = cookiesIn(changed.headers)
    expect(renewed).toMatch(/^session=\S{43}$/)
    expect(await Promise.all([renewed, here.cookie, elsewhere.cookie].map(userOf))).toEqual([desk, 401, 401])
    expect(await userOf(admin.cookie)).toBe('admin@main.test')
  })

  it.each([
    ['reset', () => manage('resetPassword', { newPassword })],
    ['invalidated by disabling the user', () => manage('disable', { disabled: true })],
  ])('leave no session behind if the password is %s during the sign-in', async (_, end) => {
    const [ended, ...signedIn] = await Promise.all([end(), ...Array.from({ length: 5 }, () => signIn(desk))])
    expect(ended.status).toBe(200)
    for (const { headers } of signedIn) expect(await userOf(cookieOf(headers))).toBe(401)
    expect(
      await school.db.selectFrom('sessions').select('user_id').where('user_id', '=', desk).execute(),
    ).toEqual([])
  })

  it('find no password, hash or cookie in the log, even after a fault', async () => {
    covers('security stolen.logs')

    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const database: OpenDatabase = {
      kysely: school.db,
      engine: 'embedded',
      afterBulkWork: async () => {},
      close: async () => {},
    }
    const app = await buildApp({ database, clock: () => school.now, pageFolder: null, log })
    const loggedCaller = confirming(callerOf(app, admin.cookie))
    const newUser = { userId: 'amna@main.test', name: 'Amna', role: 'read', newPassword }
    expect(
      (await loggedCaller.post('/users/add/Main%20Campus', { ...newUser, newPassword: 'short-one' })).status,
    ).toBe(400)
    expect(
      (await loggedCaller.post('/users/changePassword', { currentPassword: 'guessed', newPassword })).status,
    ).toBe(400)
    await sql`alter table changes rename to changes_that_were`.execute(school.db)
    expect((await loggedCaller.post('/users/add/Main%20Campus', newUser)).status).toBe(500)
    await sql`alter table changes_that_were rename to changes`.execute(school.db)
    expect((await loggedCaller.post('/users/add/Main%20Campus', newUser)).status).toBe(200)
    const broken = {
      method: 'POST',
      url: '/users/changePassword',
      headers: { 'content-type': 'application/json' },
    } as const
    expect((await app.inject({ ...broken, payload: `{"newPassword":"${newPassword}"` })).statusCode).toBe(400)
    await app.close()

    const logged = lines.join('')
    expect(logged).toContain('changes') // The fault was logged.
    const token = admin.cookie.replace('session=', '')
    for (const secret of [newPassword, password, 'short-one', 'guessed', 'argon2', token]) {
      expect(logged).not.toContain(secret)
    }
  })
})
