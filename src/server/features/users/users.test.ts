import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { checkNoOp, readAllRows } from '#test/every-row.ts'
import { callerOf, openSchool, password, type Caller, type TestSchool } from '#test/school.ts'

const usersPath = '/users'
const campus = 'Main%20Campus'
const newPassword = 'fresh-mango-tree'

describe('the users of a campus', () => {
  let school: TestSchool
  let admin: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    admin = await school.as('admin@main.test')
  })

  const add = (extra: object = {}, headers = {}, caller = admin) =>
    caller.post(
      `${usersPath}/add/${campus}`,
      { userId: 'amna@main.test', name: 'Amna Tariq', role: 'write', newPassword, ...extra },
      headers,
    )
  const change = (action: string, userId: string, payload: object, caller = admin) =>
    caller.post(`${usersPath}/${action}/${campus}/${encodeURIComponent(userId)}`, payload)
  const changeRole = (userId: string, role: string, caller = admin) =>
    change('changeRole', userId, { role }, caller)
  const disable = (userId: string, disabled = true, caller = admin) =>
    change('disable', userId, { disabled }, caller)
  const userInList = (userId: string, name: string, role: string, extra: object = {}) => ({
    userId,
    name,
    role,
    disabled: false,
    secondFactor: false,
    rights: null,
    seenAt: null,
    ...extra,
  })
  const signIn = async (userId: string, typed = password) =>
    (await callerOf(school.app, '').post('/users/signin', { userId, password: typed })).status
  const listActiveAdmins = async () =>
    (
      await school.db
        .selectFrom('staff')
        .select('user_id')
        .where('campus', '=', 'Main Campus')
        .where('role', '=', 'admin')
        .where('disabled', '=', false)
        .execute()
    ).map(({ user_id }) => user_id)
  const history = () =>
    school.db
      .selectFrom('changes')
      .select(['changed_by', 'what', 'before', 'after'])
      .orderBy('change_no')
      .execute()

  it('are listed with role, state and last visit, without users of other campuses', async () => {
    await school.as('desk@main.test')
    await disable('viewer@main.test')
    const { status, body } = await admin.get(`${usersPath}/list/${campus}`)
    const seenAt = '2026-11-21T04:00:00.000Z'
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        msg: 'Users fetched successfully',
        users: [
          userInList('admin@main.test', 'admin clerk', 'admin', { seenAt }),
          userInList('desk@main.test', 'desk clerk', 'write', { seenAt }),
          userInList('office@main.test', 'office clerk', 'readwrite'),
          userInList('viewer@main.test', 'Nadia Viewer', 'read', { disabled: true }),
        ],
      },
    })
  })

  it('are added with a password that no reply, row or fast hash reveals', async () => {
    covers('security accounts.history')

    const key = { 'idempotency-key': 'form-1' }
    const added = await add({ userId: ' Amna@Main.test ' }, key)
    const user = userInList('amna@main.test', 'Amna Tariq', 'write')
    expect(added).toMatchObject({ status: 200, body: { msg: 'User added successfully', user } })
    expect(await signIn('amna@main.test', newPassword)).toBe(200)

    expect((await add({ userId: ' Amna@Main.test ' }, key)).body).toEqual(added.body)
    const other = await add({ userId: ' Amna@Main.test ', newPassword: 'another-password' }, key)
    expect(other).toMatchObject({ status: 409, body: { code: 'key-reused' } })
    expect(await signIn('amna@main.test', newPassword)).toBe(200)

    const rows = JSON.stringify(await readAllRows(school.db))
    expect(rows).not.toContain(newPassword)
    const output = { userId: ' Amna@Main.test ', name: 'Amna Tariq', role: 'write', newPassword }
    const fastHash = createHash('sha256').update(
      JSON.stringify(['admin@main.test', 'POST', `${usersPath}/add/${campus}`, output]),
    )
    expect(rows).not.toContain(fastHash.digest('hex'))
    expect(await history()).toEqual([
      {
        changed_by: 'admin@main.test',
        what: 'user added',
        before: null,
        after: { userId: 'amna@main.test', role: 'write', disabled: false },
      },
    ])
  })

  it('have an id that is unique in the whole school', async () => {
    for (const userId of ['desk@main.test', 'OFFICE@city.test']) {
      expect(await checkNoOp(school.db, () => add({ userId }))).toMatchObject({
        status: 409,
        body: { code: 'user-exists', msg: 'This user id is taken' },
      })
    }
    const twice = await Promise.all([add(), add()])
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it.each([
    ['a user id without @', { userId: 'amna' }, 'userId'],
    ['no name', { name: ' ' }, 'name'],
    ['an unknown role', { role: 'owner' }, 'role'],
    ['a short password', { newPassword: 'secret-word' }, 'newPassword'],
    ['an overlong password', { newPassword: 'secret-word'.repeat(20) }, 'newPassword'],
    ['a password that is not text', { newPassword: 123_456_789_012 }, 'newPassword'],
  ])('are refused with an error at the field for %s, without repeating it', async (_, extra, field) => {
    const { status, body } = await checkNoOp(school.db, () => add(extra))
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid', errors: [{ field }] } })
    expect(JSON.stringify(body)).not.toMatch(/secret-word|fresh-mango/)
  })

  it('are unknown if they belong to another campus or to no campus', async () => {
    for (const userId of ['office@city.test', 'nobody@main.test']) {
      for (const run of [
        () => changeRole(userId, 'read'),
        () => disable(userId),
        () => change('resetPassword', userId, { newPassword }),
      ]) {
        expect(await checkNoOp(school.db, run)).toMatchObject({ status: 404, body: { code: 'user-unknown' } })
      }
    }
    expect((await change('disable', 'a\u0000b', { disabled: true })).status).toBe(400)
  })

  it('have a new role from the next call, in the same session', async () => {
    const viewer = await school.as('viewer@main.test')
    expect((await viewer.get('/admissions/getLastRollNumber')).status).toBe(403)
    expect(await changeRole('Viewer@main.test', 'write')).toMatchObject({
      status: 200,
      body: { msg: 'Role changed successfully', user: { userId: 'viewer@main.test', role: 'write' } },
    })
    expect((await viewer.get('/admissions/getLastRollNumber')).status).toBe(200)
    expect(await checkNoOp(school.db, () => changeRole('viewer@main.test', 'write'))).toMatchObject({
      status: 409,
      body: { code: 'no-changes' },
    })
    expect(await history()).toMatchObject([
      {
        what: 'user role changed',
        before: { role: 'read', disabled: false },
        after: { userId: 'viewer@main.test', role: 'write', disabled: false },
      },
    ])
  })

  it('are signed out at once when disabled, and can sign in again once enabled', async () => {
    const desk = await school.as('desk@main.test')
    expect(await disable('desk@main.test')).toMatchObject({
      status: 200,
      body: { msg: 'User disabled successfully', user: { disabled: true, rights: null, seenAt: null } },
    })
    expect((await desk.get('/users/session')).status).toBe(401)
    expect(await signIn('desk@main.test')).toBe(401)
    expect((await disable('desk@main.test', false)).body).toMatchObject({ msg: 'User enabled successfully' })
    expect((await desk.get('/users/session')).status).toBe(401)
    expect(await signIn('desk@main.test')).toBe(200)
    expect((await history()).map(({ what }) => what)).toEqual(['user disabled', 'user enabled'])
  })

  it('get a new password from an admin, which ends the old password and all sessions', async () => {
    const desk = await school.as('desk@main.test')
    const { status, body } = await change('resetPassword', 'desk@main.test', { newPassword })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        msg: 'Password reset successfully',
        user: userInList('desk@main.test', 'desk clerk', 'write'),
      },
    })
    expect((await desk.get('/users/session')).status).toBe(401)
    expect([await signIn('desk@main.test'), await signIn('desk@main.test', newPassword)]).toEqual([401, 200])
    expect((await admin.get('/users/session')).status).toBe(200)
    expect(await history()).toMatchObject([{ what: 'password reset', after: { userId: 'desk@main.test' } }])
  })

  it('always include an admin: the last admin can be neither disabled nor demoted', async () => {
    await changeRole('office@main.test', 'admin')
    expect((await disable('office@main.test')).status).toBe(200)
    const last = { status: 409, body: { code: 'last-admin' } }
    for (const call of [() => disable('admin@main.test'), () => changeRole('admin@main.test', 'readwrite')]) {
      expect(await checkNoOp(school.db, call)).toMatchObject(last)
    }
    await disable('office@main.test', false)
    expect((await disable('admin@main.test')).status).toBe(200)
    expect(await listActiveAdmins()).toEqual(['office@main.test'])
  })

  it('still include an admin after two admins disable or demote each other at once', async () => {
    for (const act of [disable, changeRole]) {
      await school.reset()
      admin = await school.as('admin@main.test')
      await changeRole('office@main.test', 'admin')
      const other = await school.as('office@main.test')
      const answers = await Promise.all(
        act === disable
          ? [disable('office@main.test', true, admin), disable('admin@main.test', true, other)]
          : [changeRole('office@main.test', 'read', admin), changeRole('admin@main.test', 'read', other)],
      )
      // The second admin has lost the role or the session.
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        act === disable ? 401 : 403,
      ])
      expect(await listActiveAdmins()).toHaveLength(1)
    }
  })

  it('cannot be added by an admin who is disabled meanwhile', async () => {
    await changeRole('office@main.test', 'admin')
    const other = await school.as('office@main.test')
    // Confirms the password first, so that only the call itself runs at the same time.
    expect((await add({ name: '' }, {}, other)).status).toBe(400)
    const [disabled, added] = await Promise.all([disable('office@main.test'), add({}, {}, other)])
    expect(disabled.status).toBe(200)
    const lines = (await history()).map(({ what }) => what)
    expect([
      { status: 200, lines: ['user role changed', 'user added', 'user disabled'] },
      { status: 401, lines: ['user role changed', 'user disabled'] },
    ]).toContainEqual({ status: added.status, lines })
  })
})
