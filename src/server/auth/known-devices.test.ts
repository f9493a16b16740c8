import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteExpired } from '#server/records/staff/sessions.ts'
import { guessUntilRefused, openBrowser, type Browser } from '#test/browser.ts'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { openSchool, password, type TestSchool } from '#test/school.ts'

const desk = 'desk@main.test'
const office = 'office@main.test'
const day = 86_400

describe('known devices', () => {
  let school: TestSchool
  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => school.reset())

  const later = (seconds: number) => {
    school.now = new Date(school.now.getTime() + seconds * 1000)
  }
  const browser = (cookies?: Iterable<readonly [string, string]>) => openBrowser(school.app, cookies)
  /** Returns a browser in which these users have signed in. */
  const browserKnownTo = async (...userIds: string[]): Promise<Browser> => {
    const known = browser()
    for (const userId of userIds) expect((await known.signIn(userId)).status).toBe(200)
    known.cookies.delete('session')
    return known
  }
  const devices = () =>
    school.db.selectFrom('known_devices').select(['user_id', 'device_hash', 'used_at']).execute()
  const manage = async (action: string, payload: object) => {
    const admin = await school.as('admin@main.test')
    expect((await admin.post(`/users/${action}/Main%20Campus/${desk}`, payload)).status).toBe(200)
  }

  it('a known device signs in while another PC of the office guesses the passwords of all users', async () => {
    covers('security visitors.known-devices')

    const known = await browserKnownTo(desk)
    const guesser = browser()
    for (let user = 0; user < 12; user += 1) await guessUntilRefused(guesser, `nobody${user}@main.test`)
    expect(await guessUntilRefused(guesser, desk)).toBe(0)
    expect(await guessUntilRefused(browser(), office)).toBe(0)
    expect((await browser().signIn(desk)).status).toBe(429)
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await known.signIn(desk)).status).toBe(200)
  })

  it('a known device signs in while many addresses guess the password of its user', async () => {
    covers('security visitors.known-devices')

    const known = await browserKnownTo(desk)
    let compared = 0
    for (let address = 1; address <= 5; address += 1) {
      compared += await guessUntilRefused(browser(), desk, `10.0.1.${address}`)
    }
    expect(compared).toBe(20)
    expect((await browser().signIn(desk, { from: '10.0.2.1' })).status).toBe(429)
    expect((await known.signIn(desk, { from: '10.0.1.1' })).status).toBe(200)
  })

  it('guesses on a known device delay only that device: all other devices keep their allowances', async () => {
    covers('security visitors.known-devices', 'security visitors.guessing')

    const [guessing, other] = [await browserKnownTo(desk), await browserKnownTo(desk)]
    expect(await guessUntilRefused(guessing, desk)).toBe(5)
    expect(await guessing.signIn(desk)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    expect(await guessUntilRefused(other, desk)).toBe(5)
    expect(await guessUntilRefused(browser(), desk)).toBe(5)
    expect((await browser().signIn(office)).status).toBe(200)
    later(1)
    expect((await guessing.signIn(desk)).status).toBe(200)
    expect(await guessUntilRefused(guessing, desk)).toBe(5)
  })

  it('the clerks of one counter PC share its cookie, and each clerk has a separate allowance', async () => {
    covers('security visitors.known-devices')

    const counter = browser()
    await counter.signIn(desk)
    const token = counter.cookies.get('device')
    await counter.signIn(office)
    expect(counter.cookies.get('device')).toBe(token)
    expect((await devices()).map(({ user_id }) => user_id).toSorted()).toEqual([desk, office])
    expect(await guessUntilRefused(counter, desk)).toBe(5)
    expect((await counter.signIn(office)).status).toBe(200)
    expect((await counter.signIn(desk)).status).toBe(429)
  })

  it("a forged or altered cookie, another user's cookie or one under another name is an unknown device", async () => {
    covers('security visitors.known-devices')

    const known = await browserKnownTo(desk)
    const token = known.cookies.get('device') ?? ''
    const altered = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    const storedHash = (await devices())[0]?.device_hash ?? Buffer.of()
    const othersToken = (await browserKnownTo(office)).cookies.get('device') ?? ''
    await guessUntilRefused(browser(), desk)
    for (const cookie of [
      ['device', altered],
      ['device', storedHash.toString('base64url')],
      ['device', storedHash.toString('hex')],
      ['device', othersToken],
      ['device', ''],
      ['__Host-device', token],
      ['session', token],
    ] as const) {
      expect({ cookie, status: (await browser([cookie]).signIn(desk)).status }).toEqual({
        cookie,
        status: 429,
      })
    }
    expect((await browser([['device', token]]).signIn(desk)).status).toBe(200)
  })

  it('a token that the portal did not issue is replaced, and a failed sign-in does not issue a token', async () => {
    const planted = browser([['device', 'chosen-by-an-attacker']])
    expect((await planted.signIn(desk, { password: 'wrong' })).headers['set-cookie']).toBeUndefined()
    await planted.signIn(desk)
    expect(planted.cookies.get('device')).toMatch(/^[\w-]{43}$/)
  })

  it('the cookie of a device lasts 400 days, cannot be read by scripts, and is stored only as a hash', async () => {
    covers('security stolen.database')

    const known = browser()
    const { headers, body } = await known.signIn(desk)
    const token = known.cookies.get('device') ?? ''
    const [, flags = ''] = [headers['set-cookie']].flat().map(String)
    expect(flags.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      `Max-Age=${400 * day}`,
      'Path=/',
      'SameSite=Strict',
    ])
    expect((await devices()).map(({ device_hash }) => device_hash)).toEqual([
      createHash('sha256').update(token).digest(),
    ])
    const rows = JSON.stringify(await readAllRows(school.db))
    for (const form of [
      token,
      Buffer.from(token).toString('hex'),
      Buffer.from(token, 'base64url').toString('hex'),
    ]) {
      expect(rows).not.toContain(form)
    }
    expect(JSON.stringify(body)).not.toContain(token)
  })

  it('the token of a device does not open a session', async () => {
    const token = (await browserKnownTo(desk)).cookies.get('device') ?? ''
    for (const cookie of [`device=${token}`, `session=${token}`]) {
      const { statusCode } = await school.app.inject({ url: '/users/session', headers: { cookie } })
      expect(statusCode).toBe(401)
    }
  })

  it('a device stays known after sign-out, and for 400 days after the last sign-in', async () => {
    const known = browser()
    await known.signIn(desk)
    await known.post('/users/signout', {})
    expect([...known.cookies.keys()]).toEqual(['device'])
    later(300 * day)
    await known.signIn(desk)
    later(400 * day - 1)
    await guessUntilRefused(browser(), desk)
    expect((await known.signIn(desk)).status).toBe(200)
    later(400 * day)
    await guessUntilRefused(browser(), desk)
    expect((await known.signIn(desk)).status).toBe(429)
  })

  it('expired devices and attempts are deleted, and the others are kept', async () => {
    await browserKnownTo(desk)
    await guessUntilRefused(browser(), desk)
    later(200 * day)
    await browserKnownTo(office)
    await guessUntilRefused(browser(), desk)
    later(200 * day + 1)
    await deleteExpired(school.db, school.now)
    expect((await devices()).map(({ user_id }) => user_id)).toEqual([office])
    expect(await school.db.selectFrom('sign_in_tries').selectAll().execute()).toEqual([])
  })

  it('a user has at most twenty known devices, and the device that was unused for longest is forgotten', async () => {
    const first = await browserKnownTo(desk)
    const others: Browser[] = []
    for (let n = 0; n < 20; n += 1) {
      later(1)
      others.push(await browserKnownTo(desk))
    }
    expect(await devices()).toHaveLength(20)
    await guessUntilRefused(browser(), desk)
    expect((await first.signIn(desk)).status).toBe(429)
    for (const other of others) expect((await other.signIn(desk)).status).toBe(200)
  })

  it('a sign-in on a known device runs before the waiting sign-ins of made-up users', async () => {
    covers('security visitors.known-devices')

    const known = await browserKnownTo(desk)
    const finishedUsers: string[] = []
    const signIn = async (device: Browser, userId: string, from: string) => {
      const { status } = await device.signIn(userId, { from })
      finishedUsers.push(userId)
      return status
    }
    const madeUp = Array.from({ length: 40 }, (_, n) =>
      signIn(browser([['device', `made-up-${n}`]]), `nobody${n}@main.test`, `10.0.3.${n}`),
    )
    expect(await signIn(known, desk, '10.0.0.1')).toBe(200)
    expect(new Set(await Promise.all(madeUp))).toEqual(new Set([401]))
    expect(finishedUsers.indexOf(desk)).toBeLessThan(20)
  })

  it('a change of role keeps the devices known', async () => {
    const known = await browserKnownTo(desk)
    await manage('changeRole', { role: 'read' })
    await guessUntilRefused(browser(), desk)
    expect((await known.signIn(desk)).status).toBe(200)
  })

  it('a change of the password has the allowance of the device on which it is made', async () => {
    covers('security stolen.cookie-use')

    const here = browser()
    await here.signIn(desk)
    const session = here.cookies.get('session') ?? ''
    const change = async ({ post }: Browser, currentPassword: string) =>
      (await post('/users/changePassword', { currentPassword, newPassword: 'fresh-mango-tree' })).status
    // A stolen session on another device counts as unknown, and does not touch the owner's allowance.
    const thief = browser([['session', session]])
    for (let guess = 0; guess < 5; guess += 1) expect(await change(thief, 'wrong')).toBe(400)
    expect(await change(thief, password)).toBe(429)
    for (let guess = 0; guess < 5; guess += 1) expect(await change(here, 'wrong')).toBe(400)
    expect(await change(here, password)).toBe(429)
    later(1)
    expect(await change(here, password)).toBe(200)
  })
})
