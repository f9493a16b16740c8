import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { checkNoOp, readAllRows } from '#test/every-row.ts'
import { callerOf, openSchool, password, type Caller, type TestSchool } from '#test/school.ts'

const newPassword = 'fresh-mango-tree'
const viewerId = 'viewer@main.test'
const wrong = {
  status: 400,
  body: { code: 'invalid', errors: [{ field: 'currentPassword', message: 'This is not your password' }] },
}

describe("changing one's own password", () => {
  let school: TestSchool
  let viewer: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    viewer = await school.as(viewerId)
  })

  const change = (typed: object = {}, headers = {}, caller = viewer) =>
    caller.post('/users/changePassword', { currentPassword: password, newPassword, ...typed }, headers)
  const signIn = async (typed: string) =>
    (await callerOf(school.app, '').post('/users/signin', { userId: viewerId, password: typed })).status
  const countTries = async () => (await school.db.selectFrom('sign_in_tries').selectAll().execute()).length
  const advanceClock = (seconds: number) => {
    school.now = new Date(school.now.getTime() + seconds * 1000)
  }

  it('is open to every role, takes effect once per form, and stores the password nowhere in plain text', async () => {
    const key = { 'idempotency-key': 'form-1' }
    const changed = { status: 200, body: { msg: 'Password changed successfully' } }
    expect(await change({}, key)).toMatchObject(changed)
    // Sending the form again, under the new cookie, does not check the old password again.
    expect(await change({}, key)).toMatchObject(changed)
    expect(await change({}, key, callerOf(school.app, viewer.cookie))).toMatchObject({ status: 401 })
    expect([await signIn(password), await signIn(newPassword)]).toEqual([401, 200])
    const rows = await readAllRows(school.db)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${newPassword}|${password}`))
    expect(rows['changes']).toMatchObject([
      {
        what: 'password changed',
        changed_by: viewerId,
        after: { userId: viewerId, role: 'read', disabled: false },
      },
    ])
  })

  it('requires the current password, and counts a wrong one as a failed sign-in', async () => {
    covers('security stolen.cookie-use')

    const before = JSON.stringify({ ...(await readAllRows(school.db)), sign_in_tries: [] })
    for (let count = 0; count < 5; count += 1)
      expect(await change({ currentPassword: 'guessed' })).toMatchObject(wrong)
    const delayed = await change()
    expect(delayed).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { code: 'too-many-tries' },
    })
    expect(JSON.stringify({ ...(await readAllRows(school.db)), sign_in_tries: [] })).toBe(before)
    advanceClock(1)
    expect((await change()).status).toBe(200)
    expect(await countTries()).toBe(0)
  })

  it('limits guesses by simultaneous calls', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => change({ currentPassword: 'guessed' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      400, 400, 400, 400, 400, 429, 429, 429,
    ])
  })

  it('refuses a missing or short password with an error at its field, without counting or repeating it', async () => {
    for (const [typed, field] of [
      [{ currentPassword: '' }, 'currentPassword'],
      [{ newPassword: 'short-one' }, 'newPassword'],
      [{ newPassword: undefined }, 'newPassword'],
    ] as const) {
      const { status, body } = await checkNoOp(school.db, () => change(typed))
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid', errors: [{ field }] } })
      expect(JSON.stringify(body)).not.toMatch(/right-password|short-one|fresh/)
    }
    expect(await change({}, {}, callerOf(school.app, ''))).toMatchObject({ status: 401 })
  })

  it('never undoes a simultaneous reset by an admin', async () => {
    const admin = await school.as('admin@main.test')
    const reset = { newPassword: 'given-by-the-admin' }
    const [ownReply, resetReply] = await Promise.all([
      change(),
      admin.post(`/users/resetPassword/Main%20Campus/${encodeURIComponent(viewerId)}`, reset),
    ])
    expect(resetReply.status).toBe(200)
    expect([200, 400, 401]).toContain(ownReply.status)
    expect([await signIn(newPassword), await signIn(reset.newPassword)]).toEqual([401, 200])
    expect((await viewer.get('/users/session')).status).toBe(401)
  })
})
