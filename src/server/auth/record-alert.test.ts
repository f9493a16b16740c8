import { beforeEach, describe, expect, it, vi } from 'vitest'
import { securityList } from '#reports/security-log.ts'
import { openBrowser } from '#test/browser.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, callerOf, password } from '#test/school.ts'
import { codeAt, codesOf, giveFactor, requestFactor, setUpApp } from '#test/second-factors.ts'
import { useCaller, useSchool } from '#test/use-school.ts'
import { hashOfToken } from './cookies.ts'

const campus = 'Main%20Campus'
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'

describe('the alerts of the security log', async () => {
  const school = await useSchool()
  const admin = useCaller(() => school.as('admin@main.test'))
  const desk = useCaller(() => school.as('desk@main.test'))
  beforeEach(async () => {
    await school.db.deleteFrom('security_events').execute()
  })

  const later = (seconds: number) => {
    school.now = new Date(school.now.getTime() + seconds * 1000)
  }
  const signIn = (userId: string, givenPassword: string, from = '10.1.0.7', agent = chrome) =>
    callerOf(school.app, '').post(
      '/users/signin',
      { userId, password: givenPassword },
      { 'x-forwarded-for': from, 'user-agent': agent },
    )
  const events = () =>
    school.db.selectFrom('security_events').select(['user_id', 'what', 'alert']).orderBy('event_no').execute()
  const alerts = async () => (await admin.get(`/users/securityAlerts/${campus}`)).body['count']

  it('are raised once by 20 failures of one user or from one address within 10 minutes', async () => {
    for (let n = 0; n < 30; n += 1) await signIn('office@main.test', 'wrong', `10.9.0.${n}`)
    const raised = (await events()).filter(({ alert }) => alert !== null)
    expect(raised).toMatchObject([{ alert: 'many failures', user_id: 'office@main.test' }])
    expect((await events()).findIndex(({ alert }) => alert !== null)).toBe(19)
    later(11 * 60)
    for (let n = 0; n < 20; n += 1) await signIn(`nobody${n}@main.test`, 'wrong', '10.8.0.1')
    expect((await events()).filter(({ alert }) => alert !== null)).toHaveLength(2)
    expect(await alerts()).toBe(2)
  })

  it('are raised by an admin who signs in on a new device, but not by the first sign-in or on a known device', async () => {
    const [first, second] = [openBrowser(school.app), openBrowser(school.app)]
    for (const [browser, count] of [
      [first, 0],
      [first, 0],
      [second, 1],
      [second, 1],
      [first, 1],
    ] as const) {
      await browser.signIn('admin@main.test')
      expect((await events()).filter(({ alert }) => alert === 'new device')).toHaveLength(count)
    }
    await openBrowser(school.app, second.cookies).signIn('admin@main.test')
    expect((await events()).filter(({ alert }) => alert === 'new device')).toHaveLength(1)
    await openBrowser(school.app).signIn('admin@main.test')
    expect((await events()).filter(({ alert }) => alert === 'new device')).toHaveLength(2)
    await signIn('desk@main.test', password, '10.1.0.7', chrome)
    await signIn('desk@main.test', password, '10.1.0.7', firefox)
    expect((await events()).filter(({ alert }) => alert === 'new device')).toHaveLength(2)
  })

  it('are raised by an admin who signs in on a device on which only a link was opened', async () => {
    await openBrowser(school.app).signIn('admin@main.test')
    const [token, newPassword] = ['A'.repeat(43), 'fresh-mango-tree']
    const owner = { campus: 'Main Campus', user_id: 'admin@main.test', made_by: 'office@main.test' }
    const times = { made_at: school.now, ends_at: new Date(school.now.getTime() + 3_600_000) }
    const link = { ...owner, ...times, token_hash: hashOfToken(token) }
    await school.db.insertInto('password_links').values(link).execute()
    const browser = openBrowser(school.app)
    expect((await browser.post('/users/newPassword', { token, newPassword })).status).toBe(200)
    for (let n = 0; n < 2; n += 1) {
      expect((await browser.signIn('admin@main.test', { password: newPassword })).status).toBe(200)
      expect((await events()).filter(({ alert }) => alert === 'new device')).toHaveLength(1)
    }
  })

  it('are raised by a recovery code of any user, even on a known device, but by no other second factor', async () => {
    await setUpApp(school, desk)
    const enter = async (factor: object) => {
      const { pending } = await requestFactor(school, 'desk@main.test')
      return (await giveFactor(school, { pending, ...factor })).status
    }
    expect(await enter({ code: codeAt(school.now) })).toBe(200)
    expect(await alerts()).toBe(0)
    const [recoveryCode] = codesOf('a')
    expect(await enter({ recoveryCode })).toBe(200)
    expect((await events()).at(-1)).toEqual({
      user_id: 'desk@main.test',
      what: 'Signed in with a recovery code',
      alert: 'recovery code',
    })
    expect(await alerts()).toBe(1)
    expect(await enter({ recoveryCode })).toBe(400)
    expect(await alerts()).toBe(1)
  })

  it("are raised by a file that is saved at night by the school's clock", async () => {
    school.now = new Date('2026-11-21T20:00:00+05:00')
    const clerk = await school.as('desk@main.test')
    await admit(clerk)
    await school.db.deleteFrom('security_events').execute()
    const save = () => clerk.post(`/admissions/exportStudentList/csv/all/all/${campus}`)
    school.now = new Date('2026-11-21T21:59:00+05:00')
    await save()
    school.now = new Date('2026-11-21T22:00:00+05:00')
    await save()
    expect((await events()).map(({ alert }) => alert)).toEqual([null, 'export at night'])
  })

  it('are raised by many refusals of one user, and only a limited number of them is kept', async () => {
    later(120)
    for (let n = 0; n < 40; n += 1) await desk.get(`/users/list/${campus}`)
    const keptEvents = await events()
    expect(keptEvents).toHaveLength(30)
    expect(keptEvents.filter(({ alert }) => alert === 'many refusals')).toHaveLength(1)
  })

  it('are counted for each campus until one of its admins has read the log', async () => {
    for (let n = 0; n < 20; n += 1) await signIn(`nobody${n}@main.test`, 'wrong', '10.8.0.1')
    const city = await school.as('admin@city.test')
    const inCity = async () => (await city.get('/users/securityAlerts/City%20Campus')).body['count']
    expect([await alerts(), await inCity()]).toEqual([1, 1])
    later(60)
    await getRows(school, admin, securityList)
    await vi.waitFor(async () => expect(await alerts()).toBe(0), { timeout: 5000, interval: 50 })
    expect(await inCity()).toBe(1)
    expect((await events()).at(-1)).toMatchObject({
      user_id: 'admin@main.test',
      what: 'Read this security log',
    })
  })
})
