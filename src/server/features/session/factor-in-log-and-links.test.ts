import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { callerOf, cookiesIn, openSchool, type TestSchool } from '#test/school.ts'
import { codeAt, codesOf, giveFactor, requestFactor, setUpApp } from '#test/second-factors.ts'

const desk = 'desk@main.test'

const readEvents = async ({ db }: TestSchool) => {
  const rows = await db
    .selectFrom('security_events')
    .select(['user_id', 'what'])
    .orderBy('event_no')
    .execute()
  return rows.map(({ user_id: user, what }) => `${user}: ${what}`)
}

describe('a second factor at sign-in', () => {
  let school: TestSchool

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    school.now = new Date('2026-11-21T09:00:00+05:00')
  })

  const setUpDeskApp = async () => setUpApp(school, await school.as(desk))

  it('adds the request, the failure and the used factor to the security log', async () => {
    covers('security accounts.security-log')

    await setUpDeskApp()
    const before = (await readEvents(school)).length
    const { pending } = await requestFactor(school, desk)
    await giveFactor(school, { pending, code: '000000' })
    await giveFactor(school, { pending, code: codeAt(school.now) })
    const next = await requestFactor(school, desk)
    await giveFactor(school, { pending: next.pending, recoveryCode: codesOf('a')[0] })
    expect((await readEvents(school)).slice(before)).toEqual([
      `${desk}: Password right, second factor asked for`,
      `${desk}: Sign-in failed, wrong second factor`,
      `${desk}: Signed in with an authenticator app`,
      `${desk}: Password right, second factor asked for`,
      `${desk}: Signed in with a recovery code`,
    ])
  })

  it('is also required after an admin made a link for a new password', async () => {
    covers('security stolen.password', 'security accounts.links')

    await setUpDeskApp()
    const token = 'A'.repeat(43)
    const admin = await school.as('admin@main.test')
    await admin.post(`/users/makePasswordLink/Main%20Campus/${desk}`, { token })
    const newPassword = 'fresh-mango-tree'
    const chosen = await callerOf(school.app, '').post('/users/newPassword', { token, newPassword })
    expect(chosen.status).toBe(200)
    expect(cookiesIn(chosen.headers).session).toBeUndefined()
    const signedIn = await callerOf(school.app, '').post('/users/signin', {
      userId: desk,
      password: newPassword,
    })
    expect(signedIn).toMatchObject({ status: 401, body: { code: 'factor-needed' } })
  })

  it('makes the browser a known device, which the password alone does not', async () => {
    await setUpDeskApp()
    const { pending } = await requestFactor(school, desk)
    const deviceCount = async () => (await school.db.selectFrom('known_devices').selectAll().execute()).length
    const before = await deviceCount()
    const answer = await giveFactor(school, { pending, code: codeAt(school.now) })
    expect(String(answer.headers['set-cookie'])).toContain('device=')
    expect(await deviceCount()).toBe(before + 1)
  })
})
