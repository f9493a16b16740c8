// The clock was a day ahead and was set right: no one waits until the instants written then.

import { describe, expect, it } from 'vitest'
import { guessUntilRefused, openBrowser } from '#test/browser.ts'
import { codeAt, giveFactor, requestFactor, setUpApp } from '#test/second-factors.ts'
import { useSchool } from '#test/use-school.ts'

const desk = 'desk@main.test'
const admin = 'admin@main.test'
const alertsPath = '/users/securityAlerts/Main%20Campus'
const right = new Date('2026-11-21T09:00:00+05:00')
const ahead = new Date('2026-11-22T09:00:00+05:00')

describe('after a clock that was a day ahead', async () => {
  const school = await useSchool()
  const whileAhead = async <T>(work: () => Promise<T>): Promise<T> => {
    school.now = ahead
    const done = await work()
    school.now = right
    return done
  }

  it('the right password waits for no wrong ones of then, on a known device and on others', async () => {
    const known = openBrowser(school.app)
    await known.signIn(desk)
    await whileAhead(async () => {
      for (const browser of [known, openBrowser(school.app)])
        expect(await guessUntilRefused(browser, desk)).toBe(5)
    })
    for (const browser of [known, openBrowser(school.app)])
      expect((await browser.signIn(desk)).status).toBe(200)
  })

  it('wrong passwords are counted as ever, and no wait is longer than it would be', async () => {
    school.now = new Date(right.getTime() + 45_000)
    await guessUntilRefused(openBrowser(school.app), desk)
    school.now = right
    const { status, headers } = await openBrowser(school.app).signIn(desk)
    expect([status, headers['retry-after']]).toEqual([429, '1'])
  })

  it('a code of an authenticator app is accepted', async () => {
    await whileAhead(async () => {
      await setUpApp(school, await school.as(desk))
    })
    const { pending } = await requestFactor(school, desk)
    expect((await giveFactor(school, { pending, code: codeAt(school.now) })).status).toBe(200)
    const again = await requestFactor(school, desk)
    const repeated = await giveFactor(school, { pending: again.pending, code: codeAt(school.now) })
    expect(repeated.status).toBe(400)
  })

  it('an admin is alerted of many failures even if the log was read then', async () => {
    const atRightTime = await school.as(admin)
    const count = async (caller = atRightTime) => (await caller.get(alertsPath)).body['count']
    const failOften = async () => {
      for (let done = 0; done < 20; done += 1) {
        await openBrowser(school.app).signIn(`nobody${done}@main.test`, {
          password: 'wrong',
          from: '10.8.0.1',
        })
      }
    }
    await whileAhead(async () => {
      const then = await school.as(admin)
      await failOften()
      expect(await count(then)).toBe(2)
      const read = { campus: 'Main Campus', user_id: admin, role: 'admin' as const, kind: 'log read' }
      const more = { address: '', device: '', request_id: '', what: 'Read this security log', details: '{}' }
      await school.db
        .insertInto('security_events')
        .values({ ...read, ...more, at: school.now })
        .execute()
      expect(await count(then)).toBe(0)
    })
    expect(await count()).toBe(0)
    await failOften()
    expect(await count()).toBe(1)
  })
})
