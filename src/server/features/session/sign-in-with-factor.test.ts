import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { checkNoOp, readAllRows } from '#test/every-row.ts'
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
const signInEnded = { status: 401, body: { code: 'factor-ended' } }
const errorAt = (field: string) => ({ status: 400, body: { code: 'invalid', errors: [{ field }] } })

describe('signing in with a second factor', async () => {
  const school = await useSchool()

  const setUpDeskApp = async (userId = desk) => setUpApp(school, await school.as(userId))
  const listPending = () => school.db.selectFrom('pending_sign_ins').selectAll().execute()
  const countSessions = async () => (await school.db.selectFrom('sessions').selectAll().execute()).length
  const countFailures = async () =>
    (
      await school.db
        .selectFrom('security_events')
        .select('kind')
        .where('kind', '=', 'sign-in failed')
        .execute()
    ).length
  const signIn = async (payload: object) =>
    giveFactor(school, { pending: (await requestFactor(school, desk)).pending, ...payload })

  it('needs no second step for a user without one', async () => {
    const answer = await callerOf(school.app, '').post('/users/signin', { userId: desk, password })
    expect(answer).toMatchObject({ status: 200, body: { userId: desk, factorMissing: false } })
    expect(await listPending()).toEqual([])
  })

  it('starts no session with the password alone', async () => {
    covers('security stolen.password')

    await setUpDeskApp()
    const before = await countSessions()
    const answer = await callerOf(school.app, '').post('/users/signin', { userId: desk, password })
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'factor-needed', ways: ['code', 'recovery code'] },
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'msg', 'pending', 'ways'])
    expect(await countSessions()).toBe(before)
  })

  it('does not reveal, before the right password, which users have a second factor', async () => {
    await setUpDeskApp()
    const trySignIn = async (userId: string) =>
      (await callerOf(school.app, '').post('/users/signin', { userId, password: 'wrong-password' })).body
    expect(await trySignIn(desk)).toEqual(await trySignIn('office@main.test'))
    expect(await listPending()).toEqual([])
  })

  it('accepts a code with the same reply and cookie as a sign-in without a second factor', async () => {
    await setUpDeskApp()
    const plain = await callerOf(school.app, '').post('/users/signin', {
      userId: 'office@main.test',
      password,
    })
    const answer = await signIn({ code: codeAt(school.now) })
    expect(answer).toMatchObject({ status: 200, body: { userId: desk, role: 'write', factorMissing: false } })
    expect(Object.keys(answer.body)).toEqual(Object.keys(plain.body))
    const flags = ({ headers }: Answer) =>
      String(headers['set-cookie']).replaceAll(/(session|device)=[^;]+/g, '$1')
    expect(flags(answer)).toBe(flags(plain))
    expect((await enteredBy(school, answer).get('/users/session')).body).toMatchObject({ userId: desk })
    expect(await listPending()).toEqual([])
    expect(await school.db.selectFrom('sign_in_tries').selectAll().execute()).toEqual([])
  })

  it.each([
    ['accepts', 'one step before', -30, 200],
    ['accepts', 'one step after', 30, 200],
    ['refuses', 'two steps before', -60, 400],
    ['refuses', 'two steps after', 60, 400],
  ])('%s a code of %s', async (_, _step, seconds, status) => {
    await setUpDeskApp()
    passSeconds(school, 60)
    const code = codeAt(new Date(school.now.getTime() + seconds * 1000))
    expect((await signIn({ code })).status).toBe(status)
  })

  it('accepts a code typed with a blank in its middle', async () => {
    await setUpDeskApp()
    const code = codeAt(school.now)
    expect((await signIn({ code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200)
  })

  it('refuses a code that was used for set-up or sign-in, and earlier codes', async () => {
    covers('security accounts.factor-once')

    const caller = await school.as(desk)
    const setUpWith = codeAt(school.now)
    await setUpApp(school, caller)
    expect(await signIn({ code: setUpWith })).toMatchObject(errorAt('code'))
    const before = codeAt(school.now)
    passSeconds(school, 30)
    const code = codeAt(school.now)
    expect((await signIn({ code })).status).toBe(200)
    for (const stale of [code, before]) expect(await signIn({ code: stale })).toMatchObject(errorAt('code'))
  })

  it('ends after five wrong codes, each of which counts as a failed attempt of the user', async () => {
    covers('security visitors.guessing-factor')

    await setUpDeskApp()
    const { pending } = await requestFactor(school, desk)
    const countTries = async () => (await school.db.selectFrom('sign_in_tries').selectAll().execute()).length
    for (const count of [2, 3, 4, 5]) {
      expect(await giveFactor(school, { pending, code: '000000' })).toMatchObject(errorAt('code'))
      expect(await countTries()).toBe(count)
    }
    expect(await giveFactor(school, { pending, code: '000000' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
    })
    passSeconds(school, 1)
    expect(await giveFactor(school, { pending, code: '000000' })).toMatchObject(signInEnded)
    passSeconds(school, 60)
    expect(await giveFactor(school, { pending, code: codeAt(school.now) })).toMatchObject(signInEnded)
    expect(await listPending()).toEqual([])
    expect(await countFailures()).toBe(5)
  })

  it('does not forget wrong codes because of a right password in between', async () => {
    await setUpDeskApp()
    const countUntilRefused = async () => {
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
    expect(await countUntilRefused()).toBe(3)
  })

  it('counts simultaneous codes before it checks them', async () => {
    await setUpDeskApp()
    const requested = await Promise.all(
      ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((from) =>
        requestFactor(school, desk, { 'x-forwarded-for': from }),
      ),
    )
    const pending = requested[0]?.pending ?? ''
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        giveFactor(school, { pending, code: '000000' }, { 'x-forwarded-for': `10.0.1.${index}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4)
    expect(answers.filter(({ body }) => body['code'] === 'factor-ended')).toHaveLength(8)
  })

  it('ends five minutes after the password', async () => {
    await setUpDeskApp()
    const { pending } = await requestFactor(school, desk)
    passSeconds(school, 299)
    const late = await requestFactor(school, desk)
    passSeconds(school, 1)
    expect(await giveFactor(school, { pending, code: codeAt(school.now) })).toMatchObject(signInEnded)
    expect((await giveFactor(school, { pending: late.pending, code: codeAt(school.now) })).status).toBe(200)
  })

  it.each([
    ['made up', { pending: 'made-up', code: '123456' }],
    ['of another kind', { pending: 'x'.repeat(43), recoveryCode: 'aaaa-bbbb-cccc-dddd-eeee-ffff' }],
  ])('refuses a token that is %s, and writes nothing', async (_, payload) => {
    await setUpDeskApp()
    expect(await checkNoOp(school.db, () => giveFactor(school, payload))).toMatchObject(signInEnded)
  })

  it.each([
    ['no factor', {}, 'code'],
    ['a short code', { code: '12345' }, 'code'],
    ['letters', { code: 'abcdef' }, 'code'],
    ['a number', { code: 123456 }, 'code'],
  ])('refuses %s with an error at the field', async (_, payload, field) => {
    await setUpDeskApp()
    expect(await signIn(payload)).toMatchObject(errorAt(field))
  })

  it.each([
    ['the password was reset', { password_hash: 'another' }],
    ['the user was disabled', { disabled: true }],
  ])('ends if %s after the first step', async (_, change) => {
    await setUpDeskApp()
    const { pending } = await requestFactor(school, desk)
    await school.db.updateTable('staff').set(change).where('user_id', '=', desk).execute()
    expect(await giveFactor(school, { pending, code: codeAt(school.now) })).toMatchObject(signInEnded)
    expect(await countFailures()).toBe(0)
  })

  describe('a recovery code', () => {
    it('works once, in upper or lower case, with or without dashes', async () => {
      covers('security accounts.factor-once')

      await setUpDeskApp()
      const [first = ''] = codesOf('a')
      const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
      expect((await signIn({ recoveryCode: typed })).status).toBe(200)
      expect(await signIn({ recoveryCode: first })).toMatchObject(errorAt('recoveryCode'))
    })

    it('does not work for another user', async () => {
      await setUpDeskApp()
      const officeClerk = await school.as('office@main.test')
      await addPasskey(officeClerk)
      const [other = ''] = codesOf('b')
      expect(await signIn({ recoveryCode: other })).toMatchObject(errorAt('recoveryCode'))
    })

    it('is stored only as a hash', async () => {
      covers('security stolen.database')

      await setUpDeskApp()
      const stored = JSON.stringify(await readAllRows(school.db))
      for (const code of codesOf('a')) expect(stored).not.toContain(code)
    })
  })

  describe('two sign-ins at once', () => {
    it.each([
      ['the same recovery code', () => ({ recoveryCode: codesOf('a')[0] })],
      ['the same code', () => ({ code: codeAt(school.now) })],
    ])('start one session with %s', async (_, factor) => {
      covers('security accounts.factor-once')

      await setUpDeskApp()
      const before = await countSessions()
      const requested = await Promise.all([requestFactor(school, desk), requestFactor(school, desk)])
      const answers = await Promise.all(
        requested.map(({ pending }) => giveFactor(school, { pending, ...factor() })),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
      expect(await countSessions()).toBe(before + 1)
    })

    it('start one session with different factors for the same sign-in', async () => {
      await setUpDeskApp()
      const before = await countSessions()
      const { pending } = await requestFactor(school, desk)
      const answers = await Promise.all([
        giveFactor(school, { pending, code: codeAt(school.now) }),
        giveFactor(school, { pending, recoveryCode: codesOf('a')[0] }),
      ])
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]))
      expect(await countSessions()).toBe(before + 1)
      // The refused call was rolled back, and its factor counts as unused.
      const used = await school.db
        .selectFrom('recovery_codes')
        .select('code_hash')
        .where('used_at', 'is not', null)
        .execute()
      expect(used.length).toBe(answers[1]?.status === 200 ? 1 : 0)
      expect(await countFailures()).toBe(0)
    })
  })
})
