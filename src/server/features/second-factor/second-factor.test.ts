import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { callerOf, type Caller } from '#test/school.ts'
import {
  addPasskey,
  appSecret,
  codeAt,
  codesOf,
  giveFactor,
  passSeconds,
  requestFactor,
  setUpApp,
} from '#test/second-factors.ts'
import { useCaller, useSchool } from '#test/use-school.ts'

const deskId = 'desk@main.test'
const adminId = 'admin@main.test'
const errorAt = (field: string) => ({ status: 400, body: { code: 'invalid', errors: [{ field }] } })

describe('the second factor of a user', async () => {
  const school = await useSchool()
  const desk = useCaller(() => school.as(deskId))

  const readFactors = async (caller: Caller) => (await caller.get('/users/secondFactor')).body
  const readHistory = async () =>
    (
      await school.db
        .selectFrom('changes')
        .select(['what', 'changed_by', 'before', 'after'])
        .orderBy('change_no')
        .execute()
    ).map(({ what, changed_by: by, before, after }) => ({ what, by, before, after }))
  const appPayload = (extra: object = {}) => ({
    secret: appSecret,
    code: codeAt(school.now),
    recoveryCodes: codesOf('a'),
    ...extra,
  })

  it('can be set up by users of every role', async () => {
    for (const userId of [adminId, 'office@main.test', deskId, 'viewer@main.test']) {
      const caller = await school.as(userId)
      expect(await readFactors(caller)).toMatchObject({ appSetUpAt: null, passkeys: [], codesLeft: 0 })
      await setUpApp(school, caller)
      await addPasskey(caller)
      expect(await readFactors(caller)).toMatchObject({
        appSetUpAt: expect.stringContaining('2026-11-21'),
        passkeys: [{ name: 'Phone', relyingParty: 'localhost', usedAt: null }],
        codesLeft: 10,
        isRequired: false,
        passkeysAt: 'localhost',
      })
    }
  })

  it('appears in the history without its secret', async () => {
    covers('security accounts.history')

    await setUpApp(school, desk)
    await addPasskey(desk, 'Office key')
    const [{ credentialId = '' } = {}] = (await readFactors(desk))['passkeys'] as { credentialId?: string }[]
    await desk.post('/users/renewRecoveryCodes', { recoveryCodes: codesOf('c') })
    await desk.post('/users/removePasskey', { credentialId })
    await desk.post('/users/turnOffSecondFactor')
    const after = { userId: deskId }
    expect(await readHistory()).toEqual([
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
    expect(JSON.stringify(await readHistory())).not.toContain(appSecret)
  })

  it.each([
    ['a wrong code', { code: '000000' }, 'code'],
    ['the code of another secret', { secret: 'A'.repeat(32) }, 'code'],
    ['a short secret', { secret: 'JBSWY3DP' }, 'secret'],
    ['no recovery codes', { recoveryCodes: undefined }, 'recoveryCodes'],
    [
      'a recovery code of sixteen letters',
      { recoveryCodes: [...codesOf('a').slice(1), 'aaaa-bbbb-cccc-dddd'] },
      'recoveryCodes.9',
    ],
    ['nine recovery codes', { recoveryCodes: codesOf('a').slice(1) }, 'recoveryCodes'],
    [
      'one recovery code twice',
      { recoveryCodes: [...codesOf('a').slice(1), codesOf('a')[1]] },
      'recoveryCodes',
    ],
  ])('is not set up with %s', async (_, extra, field) => {
    const before = await readFactors(desk)
    expect(await desk.post('/users/setUpApp', appPayload(extra))).toMatchObject(errorAt(field))
    expect(await readFactors(desk)).toEqual(before)
    expect(await readHistory()).toEqual([])
  })

  it('is set up once by a repeated call, and the stored reply contains no secret', async () => {
    const key = { 'idempotency-key': 'once' }
    const first = await desk.post('/users/setUpApp', appPayload(), key)
    const repeated = await desk.post('/users/setUpApp', appPayload(), key)
    expect(repeated).toMatchObject({ status: 200, body: first.body })
    expect(await readHistory()).toHaveLength(1)
    const { totp_secrets: _, ...rows } = await readAllRows(school.db)
    expect(JSON.stringify(rows)).not.toContain(appSecret)
  })

  it('can be moved to another app with another secret, and keeps the recovery codes', async () => {
    await setUpApp(school, desk)
    const secret = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU'
    const moved = appPayload({ secret, code: codeAt(school.now, secret), recoveryCodes: undefined })
    expect((await desk.post('/users/setUpApp', moved)).status).toBe(200)
    passSeconds(school, 30)
    const enter = async (code: string) => {
      const { pending } = await requestFactor(school, deskId)
      return (await giveFactor(school, { pending, code })).status
    }
    expect(await enter(codeAt(school.now))).toBe(400)
    expect(await enter(codeAt(school.now, secret))).toBe(200)
    expect(await readFactors(desk)).toMatchObject({ codesLeft: 10 })
  })

  it('cannot be changed with a cookie alone', async () => {
    covers('security stolen.cookie-use')

    await setUpApp(school, desk)
    const stolen = callerOf(school.app, desk.cookie)
    const before = await readFactors(desk)
    for (const [call, payload] of [
      ['setUpApp', appPayload()],
      ['beginPasskey', {}],
      ['addPasskey', {}],
      ['renewRecoveryCodes', { recoveryCodes: codesOf('c') }],
      ['removePasskey', { credentialId: 'a' }],
      ['turnOffSecondFactor', {}],
    ] as const) {
      expect(await stolen.post(`/users/${call}`, payload)).toMatchObject({
        status: 403,
        body: { code: 'confirmation-needed' },
      })
    }
    expect(await readFactors(desk)).toEqual(before)
  })

  it('gets new recovery codes, after which the earlier codes no longer work', async () => {
    await setUpApp(school, desk)
    const renewed = { recoveryCodes: codesOf('c') }
    expect((await desk.post('/users/renewRecoveryCodes', renewed)).status).toBe(200)
    const enter = async (recoveryCode = '') => {
      const { pending } = await requestFactor(school, deskId)
      return (await giveFactor(school, { pending, recoveryCode })).status
    }
    expect(await enter(codesOf('a')[0])).toBe(400)
    expect(await enter(codesOf('c')[0])).toBe(200)
    expect(await readFactors(desk)).toMatchObject({ codesLeft: 9 })
  })

  it('leaves no data behind when it is turned off', async () => {
    await setUpApp(school, desk)
    await addPasskey(desk)
    await requestFactor(school, deskId)
    expect((await desk.post('/users/turnOffSecondFactor')).status).toBe(200)
    const rows = await readAllRows(school.db)
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

  it('can neither be turned off nor get new recovery codes before it is set up', async () => {
    const noFactor = { status: 409, body: { code: 'no-factor' } }
    const codes = { recoveryCodes: codesOf('a') }
    expect(await desk.post('/users/renewRecoveryCodes', codes)).toMatchObject(noFactor)
    expect(await desk.post('/users/turnOffSecondFactor', codes)).toMatchObject(noFactor)
    expect(await desk.post('/users/removePasskey', { credentialId: 'a' })).toMatchObject({
      status: 404,
      body: { code: 'passkey-unknown' },
    })
  })
})
