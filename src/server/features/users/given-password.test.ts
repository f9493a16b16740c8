// @module-tag gate

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { presentPasswordWords } from '#domain/password.ts'
import { allEndpoints } from '#reports/endpoints.ts'
import { migrate } from '#server/database/migrate.ts'
import { allMigrations } from '#server/database/migrations.ts'
import { openDatabase } from '#server/database/open.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { sendSampleCall } from '#test/sample-calls.ts'
import { callerOf, openSchool, password, type Caller, type TestSchool } from '#test/school.ts'

const givenPassword = 'fresh-mango-tree'
const ownPassword = 'three blue kettles'

describe('a password that an admin gave', () => {
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

  const signIn = async (userId: string, typed: string) => {
    const answer = await callerOf(school.app, '').post('/users/signin', { userId, password: typed })
    const caller = callerOf(school.app, String(answer.headers['set-cookie']).split(';')[0] ?? '')
    return { ...answer, caller }
  }
  const changeOwn = (caller: Caller, currentPassword: string, newPassword: string) =>
    caller.post('/users/changePassword', { currentPassword, newPassword })
  const reset = (newPassword: string, userId = 'desk@main.test') =>
    admin.post(`/users/resetPassword/Main%20Campus/${userId}`, { newPassword })
  const errorOf = ({ status, body }: Awaited<ReturnType<Caller['post']>>) => ({
    status,
    errors: body['errors'],
  })
  const refused = (message: string) => ({ status: 400, errors: [{ field: 'newPassword', message }] })

  it('allows only the session, a change of password and sign-out until it is changed', async () => {
    covers('security accounts.given-passwords')

    await admin.post('/users/changeRole/Main%20Campus/desk@main.test', { role: 'admin' })
    await reset(givenPassword)
    const { caller, body } = await signIn('desk@main.test', givenPassword)
    expect(body).toMatchObject({ mustChoosePassword: true })
    expect((await caller.get('/users/session')).body).toMatchObject({ mustChoosePassword: true })
    const open = ['/users/session', '/users/changePassword']
    await checkNoOp(school.db, async () => {
      for (const endpoint of allEndpoints.filter(
        ({ access, path }) => access !== 'anyone' && !open.includes(path),
      )) {
        const { status, body: answer } = await sendSampleCall(caller, endpoint, 'Main Campus')
        expect({ path: endpoint.path, status, answer }).toEqual({
          path: endpoint.path,
          status: 403,
          answer: { code: 'choose-password', msg: 'Choose a password of your own first' },
        })
      }
    })
    expect((await changeOwn(caller, givenPassword, ownPassword)).status).toBe(200)
    expect((await caller.get('/users/session')).body).toMatchObject({ mustChoosePassword: false })
    expect((await caller.get('/users/list/Main%20Campus')).status).toBe(200)
    expect((await signIn('desk@main.test', ownPassword)).body).toMatchObject({ mustChoosePassword: false })
  })

  it('is also given to an added user, and is replaced by a link of an admin', async () => {
    covers('security accounts.given-passwords')

    const amna = { userId: 'amna@main.test', name: 'Amna Tariq', role: 'write', newPassword: givenPassword }
    await admin.post('/users/add/Main%20Campus', amna)
    expect((await signIn('amna@main.test', givenPassword)).body).toMatchObject({ mustChoosePassword: true })
    const token = 'L'.repeat(43)
    await admin.post('/users/makePasswordLink/Main%20Campus/amna@main.test', { token })
    await callerOf(school.app, '').post('/users/newPassword', { token, newPassword: ownPassword })
    expect((await signIn('amna@main.test', ownPassword)).body).toMatchObject({ mustChoosePassword: false })
  })

  it.each([
    ['eleven characters', 'x7#mq2!tk9w', 'At least 12 characters'],
    [
      'a common password',
      'Sunshine2026',
      'This is too close to a password that many people use. Choose another.',
    ],
    [
      'a common password of twelve characters or more',
      'Contortionist',
      'This is too close to a password that many people use. Choose another.',
    ],
    ['the user id', 'my desk is tidy', "Has “desk” in it, from the user's name or user id. Choose another."],
    ['the name', 'a clerk of iron', "Has “clerk” in it, from the user's name or user id. Choose another."],
    [
      'the school',
      'GreenValley-2026',
      "Words of the school's name do not count: at least 12 other characters",
    ],
  ])('is refused with an error at its field, like every new password, for %s', async (_, typed, message) => {
    covers('security accounts.passwords')

    const desk = (await signIn('desk@main.test', password)).caller
    const clerk = { userId: 'desk@hill.test', name: 'Second clerk', role: 'read', newPassword: typed }
    await checkNoOp(school.db, async () => {
      expect(errorOf(await reset(typed))).toEqual(refused(message))
      expect(errorOf(await admin.post('/users/add/Main%20Campus', clerk))).toEqual(refused(message))
    })
    expect(errorOf(await changeOwn(desk, password, typed))).toEqual(refused(message))
  })

  it('may be a former password of the user, but not the current one', async () => {
    covers('security accounts.passwords')

    const { caller } = await signIn('desk@main.test', password)
    expect(errorOf(await changeOwn(caller, password, password))).toEqual(refused(presentPasswordWords))
    expect((await changeOwn(caller, password, 'the tea of spring')).status).toBe(200)
    expect((await changeOwn(caller, 'the tea of spring', password)).status).toBe(200)
  })
})

it('users and sessions of an older database stay valid after the migration', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'before-passwords-'))
  const database = await openDatabase({ dataDir, durable: false })
  const { kysely: db } = database
  try {
    const before = allMigrations.findIndex(({ name }) => name === 'passwords and links')
    await migrate(db, allMigrations.slice(0, before))
    await sql`insert into campuses (campus) values ('North')`.execute(db)
    await sql`insert into staff (campus, user_id, name, role, password_hash)
      values ('North', 'a@b', 'A', 'admin', 'x')`.execute(db)
    await sql`insert into sessions (campus, token_hash, user_id, started_at, seen_at)
      select 'North', token::bytea, 'a@b', now(), now() from unnest(array['one', 'two']) token`.execute(db)
    await migrate(db)
    expect(await db.selectFrom('staff').select('must_change').execute()).toEqual([{ must_change: false }])
    const sessions = await db.selectFrom('sessions').selectAll().execute()
    expect(new Set(sessions.map(({ session_id }) => session_id)).size).toBe(2)
    for (const session of sessions)
      expect(session).toMatchObject({ address: '', agent: '', confirmation_hash: null })
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
