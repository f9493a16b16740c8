import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { checkNoOp, readAllRows } from '#test/every-row.ts'
import { callerOf, password } from '#test/school.ts'
import { useCaller, useSchool } from '#test/use-school.ts'

const base = '/users'
const target = 'Main%20Campus/desk@main.test'
const confirmationNeeded = {
  status: 403,
  body: { code: 'confirmation-needed', msg: 'Enter your password to go on' },
}

describe('entering the password again', async () => {
  const school = await useSchool()
  const admin = useCaller(() => school.withCookieOnly('admin@main.test'))

  const confirm = (caller = admin, typed = password, headers = {}) =>
    caller.post(`${base}/confirm`, { password: typed }, headers)
  const confirmation = async (caller = admin): Promise<string> =>
    String((await confirm(caller)).body['confirmation'])
  const reset = (shown: string | null, caller = admin, extra = {}) =>
    caller.post(
      `${base}/resetPassword/${target}`,
      { newPassword: 'fresh-mango-tree' },
      { ...(shown !== null && { 'x-confirmation': shown }), ...extra },
    )
  const advanceClock = (seconds: number) => {
    school.now = new Date(school.now.getTime() + seconds * 1000)
  }

  it('allows guarded calls for ten minutes, after which they are refused again', async () => {
    covers('security accounts.confirmation', 'security stolen.cookie-acts')

    expect(await checkNoOp(school.db, () => reset(null))).toMatchObject(confirmationNeeded)
    const { status, body } = await confirm()
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        msg: 'Password confirmed',
        confirmation: expect.stringMatching(/^[\w-]{43}$/),
        until: '2026-11-21T04:10:00.000Z',
      },
    })
    const shown = String(body['confirmation'])
    advanceClock(599)
    expect((await reset(shown)).status).toBe(200)
    advanceClock(1)
    expect(await checkNoOp(school.db, () => reset(shown))).toMatchObject(confirmationNeeded)
  })

  it.each([
    [
      'set a password',
      '/users/resetPassword/Main%20Campus/desk@main.test',
      { newPassword: 'fresh-mango-tree' },
    ],
    ['make a link', '/users/makePasswordLink/Main%20Campus/desk@main.test', { token: 'A'.repeat(43) }],
    ['give a role', '/users/changeRole/Main%20Campus/desk@main.test', { role: 'admin' }],
    ['close the books', '/finances/closeBooks/Main%20Campus', { until: '2026-10-31' }],
    ['set the rules', '/finances/saveCampusRules/Main%20Campus', { approvalLimit: 9999 }],
  ])('does not let a stolen cookie %s, even while its owner has confirmed', async (_, path, body) => {
    covers('security stolen.cookie-acts')

    const shown = await confirmation()
    const thief = callerOf(school.app, admin.cookie)
    const others = await confirmation(await school.withCookieOnly('admin@main.test'))
    await checkNoOp(school.db, async () => {
      for (const guess of [null, '', 'A'.repeat(43), others, `${shown}x`, admin.cookie.split('=')[1] ?? '']) {
        const headers: Record<string, string> = guess === null ? {} : { 'x-confirmation': guess }
        expect(await thief.post(path, body, headers)).toMatchObject(confirmationNeeded)
      }
    })
    expect((await admin.post(path, body, { 'x-confirmation': shown })).status).toBe(200)
  })

  it('counts a wrong password as a failed sign-in', async () => {
    covers('security stolen.cookie-use')

    for (let count = 0; count < 5; count += 1) {
      expect(await confirm(admin, 'guessed')).toMatchObject({
        status: 400,
        body: { code: 'invalid', errors: [{ field: 'password', message: 'This is not your password' }] },
      })
    }
    expect(await confirm()).toMatchObject({ status: 429, body: { code: 'too-many-tries' } })
    expect(await reset('guessed')).toMatchObject(confirmationNeeded)
  })

  it('loses its effect after another confirmation, a new password or the end of the session', async () => {
    const [first, second] = [await confirmation(), await confirmation()]
    expect(await reset(first)).toMatchObject(confirmationNeeded)
    await admin.post(`${base}/changePassword`, { currentPassword: password, newPassword: 'fresh-mango-tree' })
    expect(await reset(second)).toMatchObject(confirmationNeeded)
    await admin.post(`${base}/signout`)
    expect(await reset(second)).toMatchObject({ status: 401, body: { code: 'signed-out' } })
  })

  it('stores only a hash of the confirmation, even with an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'form-1' }
    const first = await confirm(admin, password, key)
    const second = await confirm(admin, password, key)
    expect(second.body['confirmation']).not.toBe(first.body['confirmation'])
    const rows = JSON.stringify(await readAllRows(school.db))
    for (const { body } of [first, second]) expect(rows).not.toContain(body['confirmation'])
    expect(rows).not.toContain(password)
  })

  it('allows a repetition with the same key, which takes effect once', async () => {
    const key = { 'idempotency-key': 'form-1' }
    expect(await reset(null, admin, key)).toMatchObject(confirmationNeeded)
    const confirmed = await reset(await confirmation(), admin, key)
    expect(confirmed.status).toBe(200)
    advanceClock(3600)
    expect(await reset(null, admin, key)).toMatchObject(confirmationNeeded)
    expect((await reset(await confirmation(), admin, key)).body).toEqual(confirmed.body)
    expect(await school.db.selectFrom('changes').select('what').execute()).toEqual([
      { what: 'password reset' },
    ])
  })

  it('is required only of users who may make the call', async () => {
    const desk = await school.withCookieOnly('desk@main.test')
    expect(await reset(null, desk)).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
    expect(
      await admin.post('/users/disable/City%20Campus/office@city.test', { disabled: true }),
    ).toMatchObject({
      status: 403,
      body: { code: 'other-campus' },
    })
  })
})
