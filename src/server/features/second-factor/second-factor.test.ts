import { allEndpoints } from '#reports/endpoints.ts'
import { covers } from '#test/covers.ts'
import { everyRow, untouched } from '#test/every-row.ts'
import { sendSampleCall } from '#test/sample-calls.ts'
import { callerOf, openSchool, password, type Caller, type TestSchool } from '#test/school.ts'
import {
  addPasskey,
  appSecret,
  askedFactor,
  codeAt,
  codesOf,
  enteredBy,
  giveFactor,
  passSeconds,
  setUpApp,
} from '#test/second-factors.ts'
import { SoftwareAuthenticator } from '#test/software-authenticator.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const deskId = 'desk@main.test'
const adminId = 'admin@main.test'
const at = 'Main%20Campus'
const wrongAt = (field: string) => ({ status: 400, body: { code: 'invalid', errors: [{ field }] } })

describe('the second factor of a user', () => {
  let school: TestSchool
  let desk: Caller
  let admin: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    school.now = new Date('2026-11-21T09:00:00+05:00')
    desk = await school.as(deskId)
    admin = await school.as(adminId)
  })

  const own = async (caller: Caller) => (await caller.get('/users/secondFactor')).body
  const historyOf = async () =>
    (
      await school.db
        .selectFrom('changes')
        .select(['what', 'changed_by', 'before', 'after'])
        .orderBy('change_no')
        .execute()
    ).map(({ what, changed_by: by, before, after }) => ({ what, by, before, after }))
  const app = (more: object = {}) => ({
    secret: appSecret,
    code: codeAt(school.now),
    currentPassword: password,
    recoveryCodes: codesOf('a'),
    ...more,
  })

  it('of every role is its own to set up', async () => {
    for (const userId of [adminId, 'office@main.test', deskId, 'viewer@main.test']) {
      const caller = await school.as(userId)
      expect(await own(caller)).toMatchObject({ appSetUpAt: null, passkeys: [], codesLeft: 0 })
      await setUpApp(school, caller)
      await addPasskey(caller)
      expect(await own(caller)).toMatchObject({
        appSetUpAt: expect.stringContaining('2026-11-21'),
        passkeys: [{ name: 'Phone', relyingParty: 'localhost', usedAt: null }],
        codesLeft: 10,
        isRequired: false,
        passkeysAt: 'localhost',
      })
    }
  })

  it('is in the history, without its secret', async () => {
    covers('security accounts.history')

    await setUpApp(school, desk)
    await addPasskey(desk, 'Office key')
    const [{ credentialId = '' } = {}] = (await own(desk))['passkeys'] as { credentialId?: string }[]
    await desk.post('/users/renewRecoveryCodes', { currentPassword: password, recoveryCodes: codesOf('c') })
    await desk.post('/users/removePasskey', { currentPassword: password, credentialId })
    await desk.post('/users/turnOffSecondFactor', { currentPassword: password })
    const after = { userId: deskId }
    expect(await historyOf()).toEqual([
      {
        what: 'second factor set up',
        by: deskId,
        before: null,
        after: { ...after, factor: 'authenticator app' },
      },
      { what: 'passkey added', by: deskId, before: null, after: { ...after, passkey: 'Office key' } },
      {
        what: 'recovery codes renewed',
        by: deskId,
        before: { codesLeft: 10 },
        after: { ...after, codesLeft: 10 },
      },
      { what: 'passkey removed', by: deskId, before: { passkey: 'Office key' }, after },
      { what: 'second factor turned off', by: deskId, before: null, after },
    ])
    expect(JSON.stringify(await historyOf())).not.toContain(appSecret)
  })

  it.each([
    ['a wrong code', { code: '000000' }, 'code'],
    ['the code of another secret', { secret: 'A'.repeat(32) }, 'code'],
    ['a short secret', { secret: 'JBSWY3DP' }, 'secret'],
    ['a wrong password', { currentPassword: 'not my password' }, 'currentPassword'],
    ['no recovery codes', { recoveryCodes: undefined }, 'recoveryCodes'],
    ['nine recovery codes', { recoveryCodes: codesOf('a').slice(1) }, 'recoveryCodes'],
    [
      'one recovery code twice',
      { recoveryCodes: [...codesOf('a').slice(1), codesOf('a')[1]] },
      'recoveryCodes',
    ],
  ])('is not set up with %s', async (_, more, field) => {
    const before = await own(desk)
    expect(await desk.post('/users/setUpApp', app(more))).toMatchObject(wrongAt(field))
    expect(await own(desk)).toEqual(before)
    expect(await historyOf()).toEqual([])
  })

  it('is set up once by the same call twice, and its stored reply holds no secret', async () => {
    const key = { 'idempotency-key': 'once' }
    const first = await desk.post('/users/setUpApp', app(), key)
    const again = await desk.post('/users/setUpApp', app(), key)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(await historyOf()).toHaveLength(1)
    const { totp_secrets: _, ...rows } = await everyRow(school.db)
    expect(JSON.stringify(rows)).not.toContain(appSecret)
  })

  it('moves to another app with another secret, and keeps the recovery codes', async () => {
    await setUpApp(school, desk)
    const secret = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU'
    const moved = app({ secret, code: codeAt(school.now, secret), recoveryCodes: undefined })
    expect((await desk.post('/users/setUpApp', moved)).status).toBe(200)
    passSeconds(school, 30)
    const enter = async (code: string) => {
      const { pending } = await askedFactor(school, deskId)
      return (await giveFactor(school, { pending, code })).status
    }
    expect(await enter(codeAt(school.now))).toBe(400)
    expect(await enter(codeAt(school.now, secret))).toBe(200)
    expect(await own(desk)).toMatchObject({ codesLeft: 10 })
  })

  it('asks for the password again, and counts wrong ones as failed attempts', async () => {
    covers('security stolen.cookie-use')

    await setUpApp(school, desk)
    for (const [call, payload] of [
      ['setUpApp', app({ currentPassword: 'guessed' })],
      ['renewRecoveryCodes', { currentPassword: 'guessed', recoveryCodes: codesOf('c') }],
      ['removePasskey', { currentPassword: 'guessed', credentialId: 'a' }],
      ['turnOffSecondFactor', { currentPassword: 'guessed' }],
    ] as const) {
      expect(await desk.post(`/users/${call}`, payload)).toMatchObject(wrongAt('currentPassword'))
    }
    expect(await school.db.selectFrom('sign_in_tries').selectAll().execute()).toHaveLength(4)
  })

  it('renews recovery codes: those before end', async () => {
    await setUpApp(school, desk)
    const renewed = { currentPassword: password, recoveryCodes: codesOf('c') }
    expect((await desk.post('/users/renewRecoveryCodes', renewed)).status).toBe(200)
    const enter = async (recoveryCode = '') => {
      const { pending } = await askedFactor(school, deskId)
      return (await giveFactor(school, { pending, recoveryCode })).status
    }
    expect(await enter(codesOf('a')[0])).toBe(400)
    expect(await enter(codesOf('c')[0])).toBe(200)
    expect(await own(desk)).toMatchObject({ codesLeft: 9 })
  })

  it('is off after it was turned off, and nothing of it is left', async () => {
    await setUpApp(school, desk)
    await addPasskey(desk)
    await askedFactor(school, deskId)
    expect((await desk.post('/users/turnOffSecondFactor', { currentPassword: password })).status).toBe(200)
    const rows = await everyRow(school.db)
    for (const table of [
      'totp_secrets',
      'passkeys',
      'recovery_codes',
      'pending_sign_ins',
      'passkey_challenges',
    ]) {
      expect([table, rows[table]]).toEqual([table, []])
    }
    expect((await school.as(deskId)).cookie).toMatch(/^session=/)
  })

  it('that is not set up can neither be turned off nor get recovery codes', async () => {
    const noFactor = { status: 409, body: { code: 'no-factor' } }
    const codes = { currentPassword: password, recoveryCodes: codesOf('a') }
    expect(await desk.post('/users/renewRecoveryCodes', codes)).toMatchObject(noFactor)
    expect(await desk.post('/users/turnOffSecondFactor', codes)).toMatchObject(noFactor)
    expect(
      await desk.post('/users/removePasskey', { credentialId: 'a', currentPassword: password }),
    ).toMatchObject({ status: 404, body: { code: 'passkey-unknown' } })
  })

  describe('a passkey', () => {
    const begun = async (caller: Caller, headers = {}) =>
      String((await caller.post('/users/beginPasskey', {}, headers)).body['challenge'])
    const payload = (passkey: object, more: object = {}) => ({
      name: 'Phone',
      passkey,
      currentPassword: password,
      recoveryCodes: codesOf('b'),
      ...more,
    })

    it.each([
      ['for another challenge', { challenge: 'AAAA' }],
      ['at another origin', { origin: 'http://evil.test' }],
      ['for another domain', { relyingParty: 'evil.test' }],
      ['without the user verified', { userVerified: false }],
    ])('made %s is not added', async (_, change) => {
      const challenge = await begun(desk)
      const passkey = new SoftwareAuthenticator().make({ challenge, ...change })
      expect(await desk.post('/users/addPasskey', payload(passkey))).toMatchObject(wrongAt('passkey'))
      expect(await own(desk)).toMatchObject({ passkeys: [], codesLeft: 0 })
    })

    it('is added once for one challenge, within five minutes, by the user who began', async () => {
      const ended = { status: 409, body: { code: 'passkey-ended' } }
      const made = (challenge: string) => payload(new SoftwareAuthenticator().make({ challenge }))
      const challenge = await begun(desk)
      const office = await school.as('office@main.test')
      expect(await office.post('/users/addPasskey', made(challenge))).toMatchObject(ended)
      expect((await desk.post('/users/addPasskey', made(challenge))).status).toBe(200)
      expect(await desk.post('/users/addPasskey', made(challenge))).toMatchObject(ended)
      const late = await begun(desk)
      passSeconds(school, 300)
      expect(await desk.post('/users/addPasskey', made(late))).toMatchObject(ended)
    })

    it('is not added twice', async () => {
      const phone = await addPasskey(desk)
      const again = phone.make({ challenge: await begun(desk) })
      expect(await desk.post('/users/addPasskey', payload(again))).toMatchObject({
        status: 409,
        body: { code: 'passkey-exists' },
      })
    })

    it('needs a name', async () => {
      const passkey = new SoftwareAuthenticator().make({ challenge: await begun(desk) })
      const unnamed = payload(passkey, { name: ' ' })
      expect(await desk.post('/users/addPasskey', unnamed)).toMatchObject(wrongAt('name'))
    })

    it('takes the recovery codes with it where it was the last factor', async () => {
      const phone = await addPasskey(desk)
      const credentialId = phone.credentialId.toString('base64url')
      const removed = await desk.post('/users/removePasskey', { credentialId, currentPassword: password })
      expect(removed.status).toBe(200)
      expect(await own(desk)).toMatchObject({ passkeys: [], codesLeft: 0 })
    })

    it.each([
      ['an IP address', '127.0.0.1:3000'],
      ['an IPv6 address', '[::1]:3000'],
      ['a domain without HTTPS', 'school.example'],
      ['no address at all', 'a b'],
    ])('cannot be made at %s', async (_, host) => {
      expect(await desk.post('/users/beginPasskey', {}, { host })).toMatchObject({
        status: 409,
        body: { code: 'no-passkeys-here' },
      })
    })

    it('belongs to the domain that a trusted proxy tells, over HTTPS', async () => {
      const { body } = await desk.post(
        '/users/beginPasskey',
        {},
        { host: 'portal.school.example', 'x-forwarded-proto': 'https' },
      )
      expect(body).toMatchObject({ relyingParty: 'portal.school.example' })
    })

    it('of another user is neither shown nor removed', async () => {
      covers('security accounts.own-factor')

      const phone = await addPasskey(admin)
      const credentialId = phone.credentialId.toString('base64url')
      expect(await own(desk)).toMatchObject({ passkeys: [] })
      expect(
        await desk.post('/users/removePasskey', { credentialId, currentPassword: password }),
      ).toMatchObject({ status: 404 })
      expect(await own(admin)).toMatchObject({ passkeys: [{ credentialId }] })
    })
  })

  describe('reset by another admin', () => {
    const reset = (caller: Caller, userId: string) =>
      caller.post(`/users/resetSecondFactor/${at}/${encodeURIComponent(userId)}`)

    it('removes it, ends all sessions and sign-ins of the user, and is in the history', async () => {
      covers('security accounts.history')

      await setUpApp(school, desk)
      const { pending } = await askedFactor(school, deskId)
      expect(await reset(admin, deskId)).toMatchObject({
        status: 200,
        body: { user: { userId: deskId, secondFactor: false, seenAt: null } },
      })
      expect((await desk.get('/users/session')).status).toBe(401)
      expect(await giveFactor(school, { pending, code: codeAt(school.now) })).toMatchObject({
        status: 401,
        body: { code: 'factor-ended' },
      })
      expect((await school.as(deskId)).cookie).toMatch(/^session=/)
      expect((await historyOf()).at(-1)).toMatchObject({
        what: 'second factor reset',
        by: adminId,
        after: { userId: deskId },
      })
    })

    it('shows in the list of users who has one', async () => {
      await setUpApp(school, desk)
      const { body } = await admin.get(`/users/list/${at}`)
      const having = (body['users'] as { userId: string; secondFactor: boolean }[])
        .filter(({ secondFactor }) => secondFactor)
        .map(({ userId }) => userId)
      expect(having).toEqual([deskId])
    })

    it.each([
      ['oneself', adminId, 403, 'own-factor'],
      ['a user without one', 'office@main.test', 409, 'no-factor'],
      ['a user of another campus', 'office@city.test', 404, 'user-unknown'],
      ['nobody', 'nobody@main.test', 404, 'user-unknown'],
    ])('is refused for %s', async (_, userId, status, code) => {
      await setUpApp(school, admin)
      await setUpApp(school, await school.as('office@city.test'))
      const answer = await untouched(school.db, () => reset(admin, userId))
      expect(answer).toMatchObject({ status, body: { code } })
    })
  })

  describe('where the campus asks its admins for one', () => {
    const save = (caller: Caller, more: object = { adminFactor: true }) =>
      caller.post(`/finances/saveCampusRules/${at}`, more)

    it('can be asked for by an admin who has one, and else is refused at the field', async () => {
      expect(await save(admin)).toMatchObject(wrongAt('adminFactor'))
      await setUpApp(school, admin)
      expect((await save(admin)).status).toBe(200)
      expect((await admin.get(`/finances/campusRules/${at}`)).body).toMatchObject({ adminFactor: true })
    })

    describe('and an admin has none', () => {
      const second = 'second@main.test'
      let other: Caller
      beforeEach(async () => {
        const user = { userId: second, name: 'Second', role: 'admin', newPassword: password }
        await admin.post(`/users/add/${at}`, user)
        other = await school.as(second)
        await setUpApp(school, admin)
        await save(admin)
      })

      it('their session, one of before too, allows only to set it up, to change the password and to leave', async () => {
        covers('security accounts.factor-rule')

        const signedIn = await callerOf(school.app, '').post('/users/signin', { userId: second, password })
        expect(signedIn).toMatchObject({ status: 200, body: { factorMissing: true } })
        const others = allEndpoints.filter(
          ({ access, withoutFactor }) => access !== 'anyone' && !withoutFactor,
        )
        expect(others.length).toBeGreaterThan(60)
        for (const caller of [other, enteredBy(school, signedIn)]) {
          for (const endpoint of others) {
            const { status, body } = await sendSampleCall(caller, endpoint, 'Main Campus')
            expect([endpoint.path, status, body['code']]).toEqual([endpoint.path, 403, 'factor-missing'])
          }
          expect((await caller.get('/users/session')).body).toMatchObject({ factorMissing: true })
          expect(await own(caller)).toMatchObject({ isRequired: true })
        }
        expect((await other.post('/users/signout')).status).toBe(200)
      })

      it('they may do everything once it is set up', async () => {
        await setUpApp(school, other)
        expect((await other.get('/users/session')).body).toMatchObject({ factorMissing: false })
        expect((await other.get(`/users/list/${at}`)).status).toBe(200)
      })

      it('others of the campus, and admins of another, go on as before', async () => {
        expect((await desk.get(`/finances/campusRules/${at}`)).status).toBe(200)
        const city = await school.as('admin@city.test')
        expect((await city.get('/users/list/City%20Campus')).status).toBe(200)
      })
    })

    it('cannot be turned off, nor can its last passkey be removed', async () => {
      const required = { status: 409, body: { code: 'factor-required' } }
      const phone = await addPasskey(admin)
      await save(admin)
      const before = await own(admin)
      const credentialId = phone.credentialId.toString('base64url')
      expect(
        await admin.post('/users/removePasskey', { credentialId, currentPassword: password }),
      ).toMatchObject(required)
      expect(await admin.post('/users/turnOffSecondFactor', { currentPassword: password })).toMatchObject(
        required,
      )
      expect(await own(admin)).toEqual(before)
      await setUpApp(school, admin)
      expect(
        (await admin.post('/users/removePasskey', { credentialId, currentPassword: password })).status,
      ).toBe(200)
    })
  })
})
