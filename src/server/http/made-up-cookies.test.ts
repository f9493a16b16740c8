import { describe, expect, it } from 'vitest'
import { hashOfToken } from '#server/auth/cookies.ts'
import { findStaffForSignIn, startSession } from '#server/records/staff/sessions.ts'
import { covers } from '#test/covers.ts'
import { callerOf } from '#test/school.ts'
import { useSchool } from '#test/use-school.ts'

const office = '10.0.0.7'

describe('calls with made-up session cookies', async () => {
  const school = await useSchool()

  /** Requests the session of a cookie; adds the cookie to `ended` when the reply has arrived. */
  const getSession = async (cookie: string, address: string, ended: string[] = []): Promise<number> => {
    const headers = { cookie: `session=${cookie}`, 'x-forwarded-for': address }
    const { statusCode } = await school.app.inject({ url: '/users/session', headers })
    ended.push(cookie)
    return statusCode
  }
  const sendMadeUp = (count: number, ended: string[]) =>
    Promise.all(Array.from({ length: count }, (_, n) => getSession(`made-up-${n}`, office, ended)))
  const signIn = async () => (await school.withCookieOnly('desk@main.test')).cookie.replace('session=', '')

  it('are refused, and do not delay the first call of a user who has just signed in at their address', async () => {
    covers('security visitors.made-up-cookies')

    const cookie = await signIn()
    const ended: string[] = []
    const madeUp = sendMadeUp(600, ended)
    expect(await getSession(cookie, office, ended)).toBe(200)
    expect(new Set(await madeUp)).toEqual(new Set([401]))
    expect(ended.indexOf(cookie)).toBeLessThan(300)
  })

  it('do not delay a session that the server has not seen since its start, at another address', async () => {
    covers('security visitors.made-up-cookies')

    const staff = await findStaffForSignIn(school.db, 'desk@main.test')
    if (!staff) throw new Error('No such user')
    await startSession(school.db, staff, hashOfToken('from-before'), school.now)
    const ended: string[] = []
    const madeUp = sendMadeUp(600, ended)
    expect(await getSession('from-before', '10.0.0.8', ended)).toBe(200)
    expect(new Set(await madeUp)).toEqual(new Set([401]))
    expect(ended.indexOf('from-before')).toBeLessThan(300)
  })

  it('get the same refusal as calls of an ended session', async () => {
    const cookie = await signIn()
    await callerOf(school.app, `session=${cookie}`).post('/users/signout')
    expect(await getSession(cookie, office)).toBe(401)
    expect(new Set(await Promise.all(Array.from({ length: 450 }, () => getSession(cookie, office))))).toEqual(
      new Set([401]),
    )
  })
})
