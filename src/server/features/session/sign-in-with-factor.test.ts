import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { everyRow, untouched } from '#test/every-row.ts'
import { callerOf, password, type Answer } from '#test/school.ts'
import {
  addPasskey,
  codeAt,
  codesOf,
  enteredBy,
  giveFactor,
  passSeconds,
  requestFactor,
  setUpApp,
} from '#test/second-factors.ts'
import { useSchool } from '#test/use-school.ts'

const desk = 'desk@main.test'
const ended = { status: 401, body: { code: 'factor-ended' } }
const wrongAt = (field: string) => ({ status: 400, body: { code: 'invalid', errors: [{ field }] } })

describe('signing in with a second factor', async () => {
  const school = await useSchool()

  const withApp = async (userId = desk) => setUpApp(school, await school.as(userId))
  const pendings = () => school.db.selectFrom('pending_sign_ins').selectAll().execute()
  const sessions = async () => (await school.db.selectFrom('sessions').selectAll().execute()).length
  const failuresLogged = async () =>
    (
      await school.db
        .selectFrom('security_events')
        .select('kind')
        .where('kind', '=', 'sign-in failed')
        .execute()
    ).length
  const given = async (payload: object) =>
    giveFactor(school, { pending: (await requestFactor(school, desk)).pending, ...payload })

  it('needs no second step for a user without one', async () => {
    const answer = await callerOf(school.app, '').post('/users/signin', { userId: desk, password })
    expect(answer).toMatchObject({ status: 200, body: { userId: desk, factorMissing: false } })
    expect(await pendings()).toEqual([])
  })

  it('starts no session with the password alone', async () => {
    covers('security stolen.password')

    await withApp()
    const before = await sessions()
    const answer = await callerOf(school.app, '').post('/users/signin', { userId: desk, password })
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'factor-needed', ways: ['code', 'recovery code'] },
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'msg', 'pending', 'ways'])
    expect(await sessions()).toBe(before)
  })

  it('does not show before the right password who has a second factor', async () => {
    await withApp()
    const tried = async (userId: string) =>
      (await callerOf(school.app, '').post('/users/signin', { userId, password: 'wrong-password' })).body
    expect(await tried(desk)).toEqual(await tried('office@main.test'))
    expect(await pendings()).toEqual([])
  })

  it('accepts a code with the same reply and cookie as a sign-in without a second factor', async () => {
    await withApp()
    const plain = await callerOf(school.app, '').post('/users/signin', {
      userId: 'office@main.test',
      password,
    })
    const answer = await given({ code: codeAt(school.now) })
    expect(answer).toMatchObject({ status: 200, body: { userId: desk, role: 'write', factorMissing: false } })
    expect(Object.keys(answer.body)).toEqual(Object.keys(plain.body))
    const flags = ({ headers }: Answer) =>
      String(headers['set-cookie']).replaceAll(/(session|device)=[^;]+/g, '$1')
    expect(flags(answer)).toBe(flags(plain))
    expect((await enteredBy(school, answer).get('/users/session')).body).toMatchObject({ userId: desk })
    expect(await pendings()).toEqual([])
    expect(await school.db.selectFrom('sign_in_tries').selectAll().execute()).toEqual([])
  })

  it.each([
    ['of the step before', -30, 200],
    ['of the step after', 30, 200],
    ['of two steps before', -60, 400],
    ['of two steps after', 60, 400],
  ])('a code %s', async (_, seconds, status) => {
    await withApp()
    passSeconds(school, 60)
    const code = codeAt(new Date(school.now.getTime() + seconds * 1000))
    expect((await given({ code })).status).toBe(status)
  })

  it('accepts a code typed with a blank in its middle', async () => {
    await withApp()
    const code = codeAt(school.now)
    expect((await given({ code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200)
  })

  it('refuses a code that was used, to set the app up or to sign in, and codes before it', async () => {
    covers('security accounts.factor-once')

    const caller = await school.as(desk)
    const setUpWith = codeAt(school.now)
    await setUpApp(school, caller)
    expect(await given({ code: setUpWith })).toMatchObject(wrongAt('code'))
    const before = codeAt(school.now)
    passSeconds(school, 30)
    const code = codeAt(school.now)
    expect((await given({ code })).status).toBe(200)
    for (const again of [code, before]) expect(await given({ code: again })).toMatchObject(wrongAt('code'))
  })

  it('ends after five wrong codes, of which each counts as a failed attempt of the user', async () => {
    covers('security visitors.guessing-factor')

    await withApp()
    const { pending } = await requestFactor(school, desk)
    const tries = async () => (await school.db.selectFrom('sign_in_tries').selectAll().execute()).length
    for (const count of [2, 3, 4, 5]) {
      expect(await giveFactor(school, { pending, code: '000000' })).toMatchObject(wrongAt('code'))
      expect(await tries()).toBe(count)
    }
    expect(await giveFactor(school, { pending, code: '000000' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
    })
    passSeconds(school, 1)
    expect(await giveFactor(school, { pending, code: '000000' })).toMatchObject(ended)
    passSeconds(school, 60)
    expect(await giveFactor(school, { pending, code: codeAt(school.now) })).toMatchObject(ended)
    expect(await pendings()).toEqual([])
    expect(await failuresLogged()).toBe(5)
  })

  it('lets no right password in between forget the wrong codes', async () => {
    await withApp()
    const wait = async () => {
      for (let tries = 0; tries < 20; tries += 1) {
        const { status, body } = await callerOf(school.app, '').post('/users/signin', {
          userId: desk,
          password,
        })
        if (status === 429) return tries
        await giveFactor(school, { pending: body['pending'], code: '000000' })
      }
      return null
    }
    expect(await wait()).toBe(3)
  })

  it('counts codes that are tried at once before it checks them', async () => {
    await withApp()
    const requested = await Promise.all(
      ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((from) =>
        requestFactor(school, desk, { 'x-forwarded-for': from }),
      ),
    )
    const pending = requested[0]?.pending ?? ''
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        giveFactor(school, { pending, code: '000000' }, { 'x-forwarded-for': `10.0.1.${at}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4)
    expect(answers.filter(({ body }) => body['code'] === 'factor-ended')).toHaveLength(8)
  })

  it('ends five minutes after the password', async () => {
    await withApp()
    const { pending } = await requestFactor(school, desk)
    passSeconds(school, 299)
    const late = await requestFactor(school, desk)
    passSeconds(school, 1)
    expect(await giveFactor(school, { pending, code: codeAt(school.now) })).toMatchObject(ended)
    expect((await giveFactor(school, { pending: late.pending, code: codeAt(school.now) })).status).toBe(200)
  })

  it.each([
    ['made up', { pending: 'made-up', code: '123456' }],
    ['of another kind', { pending: 'x'.repeat(43), recoveryCode: 'aaaa-bbbb-cccc-dddd-eeee-ffff' }],
  ])('refuses a token that is %s, and writes nothing', async (_, payload) => {
    await withApp()
    expect(await untouched(school.db, () => giveFactor(school, payload))).toMatchObject(ended)
  })

  it.each([
    ['no factor', {}, 'code'],
    ['a short code', { code: '12345' }, 'code'],
    ['letters', { code: 'abcdef' }, 'code'],
    ['a number', { code: 123456 }, 'code'],
  ])('refuses %s at the field', async (_, payload, field) => {
    await withApp()
    expect(await given(payload)).toMatchObject(wrongAt(field))
  })

  it.each([
    ['the password was reset', { password_hash: 'another' }],
    ['the user was disabled', { disabled: true }],
  ])('ends if %s after the first step', async (_, change) => {
    await withApp()
    const { pending } = await requestFactor(school, desk)
    await school.db.updateTable('staff').set(change).where('user_id', '=', desk).execute()
    expect(await giveFactor(school, { pending, code: codeAt(school.now) })).toMatchObject(ended)
    expect(await failuresLogged()).toBe(0)
  })

  describe('a recovery code', () => {
    it('works once, in any writing', async () => {
      covers('security accounts.factor-once')

      await withApp()
      const [first = ''] = codesOf('a')
      const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
      expect((await given({ recoveryCode: typed })).status).toBe(200)
      expect(await given({ recoveryCode: first })).toMatchObject(wrongAt('recoveryCode'))
    })

    it('does not work for another user', async () => {
      await withApp()
      const office = await school.as('office@main.test')
      await addPasskey(office)
      const [other = ''] = codesOf('b')
      expect(await given({ recoveryCode: other })).toMatchObject(wrongAt('recoveryCode'))
    })

    it('is stored as a hash alone', async () => {
      covers('security stolen.database')

      await withApp()
      const stored = JSON.stringify(await everyRow(school.db))
      for (const code of codesOf('a')) expect(stored).not.toContain(code)
    })
  })

  describe('two sign-ins at once', () => {
    it.each([
      ['the same recovery code', () => ({ recoveryCode: codesOf('a')[0] })],
      ['the same code', () => ({ code: codeAt(school.now) })],
    ])('start one session with %s', async (_, factor) => {
      covers('security accounts.factor-once')

      await withApp()
      const before = await sessions()
      const requested = await Promise.all([requestFactor(school, desk), requestFactor(school, desk)])
      const answers = await Promise.all(
        requested.map(({ pending }) => giveFactor(school, { pending, ...factor() })),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
      expect(await sessions()).toBe(before + 1)
    })

    it('start one session with different factors for the same sign-in', async () => {
      await withApp()
      const before = await sessions()
      const { pending } = await requestFactor(school, desk)
      const answers = await Promise.all([
        giveFactor(school, { pending, code: codeAt(school.now) }),
        giveFactor(school, { pending, recoveryCode: codesOf('a')[0] }),
      ])
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]))
      expect(await sessions()).toBe(before + 1)
      // The refused call's use of its factor was rolled back with it.
      const used = await school.db
        .selectFrom('recovery_codes')
        .select('code_hash')
        .where('used_at', 'is not', null)
        .execute()
      expect(used.length).toBe(answers[1]?.status === 200 ? 1 : 0)
      expect(await failuresLogged()).toBe(0)
    })
  })
})
