// The clock was a day ahead and was then corrected: no one has to wait until the future instants that were recorded.

import { describe, expect, it } from 'vitest'
import { guessUntilRefused, openBrowser } from '#test/browser.ts'
import { codeAt, giveFactor, requestFactor, setUpApp } from '#test/second-factors.ts'
import { useSchool } from '#test/use-school.ts'

const desk = 'desk@main.test'
const admin = 'admin@main.test'
const alertsPath = '/users/securityAlerts/Main%20Campus'
const rightTime = new Date('2026-11-21T09:00:00+05:00')
const timeAhead = new Date('2026-11-22T09:00:00+05:00')

describe('after the clock was a day ahead and was corrected', async () => {
  const school = await useSchool()
  const whileAhead = async <T>(work: () => Promise<T>): Promise<T> => {
    school.now = timeAhead
    const result = await work()
    school.now = rightTime
    return result
  }

  it('the right password is not delayed by wrong ones of that day, on a known device or on others', async () => {
    const known = openBrowser(school.app)
    await known.signIn(desk)
    await whileAhead(async () => {
      for (const browser of [known, openBrowser(school.app)])
        expect(await guessUntilRefused(browser, desk)).toBe(5)
    })
    for (const browser of [known, openBrowser(school.app)])
      expect((await browser.signIn(desk)).status).toBe(200)
  })

  it('wrong passwords of a clock 45 seconds ahead count as usual, and the wait is not longer', async () => {
    school.now = new Date(rightTime.getTime() + 45_000)
    await guessUntilRefused(openBrowser(school.app), desk)
    school.now = rightTime
    const { status, headers } = await openBrowser(school.app).signIn(desk)
    expect([status, headers['retry-after']]).toEqual([429, '1'])
  })

  it('a code of an authenticator app that was set up on that day is accepted once', async () => {
    await whileAhead(async () => {
      await setUpApp(school, await school.as(desk))
    })
    const { pending } = await requestFactor(school, desk)
    expect((await giveFactor(school, { pending, code: codeAt(school.now) })).status).toBe(200)
    const second = await requestFactor(school, desk)
    const repeated = await giveFactor(school, { pending: second.pending, code: codeAt(school.now) })
    expect(repeated.status).toBe(400)
  })

  it('an admin is alerted of many failures even if the log was read on that day', async () => {
    const adminAfter = await school.as(admin)
    const count = async (caller = adminAfter) => (await caller.get(alertsPath)).body['count']
    const failOften = async () => {
      for (let attempt = 0; attempt < 20; attempt += 1) {
        await openBrowser(school.app).signIn(`nobody${attempt}@main.test`, {
          password: 'wrong',
          from: '10.8.0.1',
        })
      }
    }
    await whileAhead(async () => {
      const adminAhead = await school.as(admin)
      await failOften()
      expect(await count(adminAhead)).toBe(2)
      const logRead = { campus: 'Main Campus', user_id: admin, role: 'admin' as const, kind: 'log read' }
      const extra = { address: '', device: '', request_id: '', what: 'Read this security log', details: '{}' }
      await school.db
        .insertInto('security_events')
        .values({ ...logRead, ...extra, at: school.now })
        .execute()
      expect(await count(adminAhead)).toBe(0)
    })
    expect(await count()).toBe(0)
    await failOften()
    expect(await count()).toBe(1)
  })
})
