import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser } from '#test/browser.ts'
import { covers } from '#test/covers.ts'
import { openSchool, type Answer, type TestSchool } from '#test/school.ts'

const desk = 'desk@main.test'
const site = 'https://portal.school.example'
const overTls = { 'x-forwarded-proto': 'https' }

/** Returns the names and flags of a reply's cookies, without their values. */
const cookiesOf = ({ headers }: Answer): Record<string, string[]> =>
  Object.fromEntries(
    [headers['set-cookie']].flat().map((cookie) => {
      const [value = '', ...flags] = String(cookie).split('; ')
      return [value.split('=')[0] ?? '', flags.toSorted()]
    }),
  )
const flags = (days: number, ...extraFlags: string[]) =>
  ['HttpOnly', `Max-Age=${days * 86_400}`, 'Path=/', 'SameSite=Strict', ...extraFlags].toSorted()

describe('the cookies and the transport', () => {
  let plain: TestSchool
  let secure: TestSchool
  let local: TestSchool
  beforeAll(async () => {
    plain = await openSchool()
    secure = await openSchool({ publicUrl: site })
    local = await openSchool({ publicUrl: 'http://10.1.0.5:3000' })
  })
  afterAll(async () => {
    for (const school of [plain, secure, local]) await school[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    for (const school of [plain, secure, local]) await school.reset()
  })
  const sessionStatus = async ({ app }: TestSchool, cookie: string) =>
    (await app.inject({ url: '/users/session', headers: { cookie } })).statusCode

  it('an HTTPS site has cookies that are sent only over HTTPS to its host, and no other host can plant them', async () => {
    covers('security stolen.cookie-use', 'security pages.planted-session')

    const { signIn, post } = openBrowser(secure.app)
    for (const headers of [{}, overTls]) {
      expect(cookiesOf(await signIn(desk, { headers }))).toEqual({
        '__Host-session': flags(7, 'Secure'),
        '__Host-device': flags(400, 'Secure'),
      })
    }
    const signedOut = cookiesOf(await post('/users/signout', {}))
    expect(Object.keys(signedOut)).toEqual(['__Host-session'])
    expect(signedOut['__Host-session']).toEqual(expect.arrayContaining(['Secure', 'Path=/']))
  })

  it('an HTTPS site refuses a session under the plain name, which another host of the domain can set', async () => {
    covers('security pages.planted-session')

    const browser = openBrowser(secure.app)
    await browser.signIn(desk)
    const token = browser.cookies.get('__Host-session') ?? ''
    expect(await sessionStatus(secure, `__Host-session=${token}`)).toBe(200)
    expect(await sessionStatus(secure, `session=${token}`)).toBe(401)
    const viewer = openBrowser(secure.app)
    await viewer.signIn('viewer@main.test')
    const planted = `session=${viewer.cookies.get('__Host-session') ?? ''}; __Host-session=${token}`
    const { body } = await secure.app
      .inject({ url: '/users/session', headers: { cookie: planted } })
      .then((answer) => ({ body: answer.json<Answer['body']>() }))
    expect(body['userId']).toBe(desk)
  })

  it('an HTTP site, or a site without PUBLIC_URL, uses the plain name, with Secure over TLS', async () => {
    covers('decisions 2.session.cookie')

    for (const { app } of [plain, local]) {
      expect(cookiesOf(await openBrowser(app).signIn(desk))).toEqual({
        session: flags(7),
        device: flags(400),
      })
    }
    expect(cookiesOf(await openBrowser(plain.app).signIn(desk, { headers: overTls }))).toEqual({
      session: flags(7, 'Secure'),
      '__Host-device': flags(400, 'Secure'),
    })
  })

  it('an HTTPS site sends an HSTS header that lasts a year, and other sites do not send it', async () => {
    covers('security visitors.https-only')

    const hstsOf = async ({ app }: TestSchool, url: string) =>
      (await app.inject({ url, headers: overTls })).headers['strict-transport-security']
    for (const url of ['/healthz', '/users/session', '/no-such-page']) {
      expect([url, await hstsOf(secure, url)]).toEqual([url, 'max-age=31536000'])
      expect([url, await hstsOf(plain, url), await hstsOf(local, url)]).toEqual([url, undefined, undefined])
    }
  })

  it('an HTTPS site includes its subdomains in the HSTS header only if the operator has set this', async () => {
    await using everyName = await openSchool({ publicUrl: site, hstsSubdomains: true })
    const { headers } = await everyName.app.inject('/healthz')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it('a site with PUBLIC_URL accepts changes only from a page of that origin, whatever host the request names', async () => {
    covers('security pages.other-origin')

    const status = async ({ app }: TestSchool, origin: string, host: string) =>
      (await openBrowser(app).signIn(desk, { headers: { origin, host } })).status
    expect(await status(secure, site, 'portal.school.example')).toBe(200)
    expect(await status(secure, site, '127.0.0.1:3000')).toBe(200)
    expect(await status(local, 'http://10.1.0.5:3000', '10.1.0.5:3000')).toBe(200)
    for (const origin of [
      'http://portal.school.example',
      'https://portal.school.example:8443',
      'https://evil.example',
      'null',
    ]) {
      const host = URL.canParse(origin) ? new URL(origin).host : 'null'
      expect([origin, await status(secure, origin, host)]).toEqual([origin, 403])
    }
  })
})
