import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Schema } from '#server/database/schema.ts'
import { commandLine } from '#server/records/scope.ts'
import { openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { bindSession, findStaffForSignIn, startSession } from './sessions.ts'

const denied = '42501'
const tokenHashOf = ({ cookie }: Caller): Buffer =>
  createHash('sha256').update(cookie.replace('session=', '')).digest()

describe('isolation of staff and sessions', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    for (const userId of ['office@main.test', 'office@city.test']) await school.as(userId)
    desk = await school.as('desk@main.test')
  })

  /** Runs `work` in a transaction bound like a call of this user. */
  const as = <T>(
    role: 'portal_clerk' | 'portal_admin',
    work: (trx: Transaction<Schema>) => Promise<T>,
    { campus = 'Main Campus', userId = 'desk@main.test' } = {},
  ): Promise<T> =>
    school.db.transaction().execute(async (trx) => {
      await sql`select set_config('app.campus', ${campus}, true), set_config('app.user_id', ${userId}, true),
        set_config('role', ${role}, true)`.execute(trx)
      return work(trx)
    })

  /** Runs a statement. Returns the number of rows, or the database's error code. */
  const output = (role: 'portal_clerk' | 'portal_admin', statement: string): Promise<string> =>
    as(role, async (trx) => String((await sql.raw(statement).execute(trx)).numAffectedRows)).catch(
      (problem: unknown) => String((problem as { code?: unknown }).code),
    )

  const rows = (statement: string) => sql.raw<Record<string, unknown>>(statement).execute(school.db)
  const everySecret = async () =>
    (
      await rows(`select user_id, role, disabled, password_hash, (select array_agg(encode(token_hash, 'hex')) from sessions s
      where s.user_id = t.user_id) as sessions from staff t order by user_id`)
    ).rows

  it("limits an admin's calls to the staff and sessions of one campus", async () => {
    const city = async () =>
      (await everySecret()).filter(({ user_id }) => String(user_id).endsWith('city.test'))
    const before = await city()
    for (const table of ['staff', 'sessions']) {
      const seen = await as('portal_admin', (trx) =>
        sql.raw<{ campus: string }>(`select distinct campus from ${table}`).execute(trx),
      )
      expect({ table, seen: seen.rows }).toEqual({ table, seen: [{ campus: 'Main Campus' }] })
    }
    for (const change of [`role = 'read'`, `password_hash = 'x'`, 'disabled = true']) {
      expect(await output('portal_admin', `update staff set ${change} where campus = 'City Campus'`)).toBe(
        '0',
      )
      expect(await output('portal_admin', `update staff set ${change}`)).toBe('4')
    }
    expect(await output('portal_admin', `delete from sessions where user_id = 'office@city.test'`)).toBe('0')
    expect(await output('portal_admin', 'delete from sessions')).toBe('2')
    const insertStaff = (campus: string) => `insert into staff (campus, user_id, name, role, password_hash)
      values ('${campus}', 'planted@here', 'P', 'admin', 'x')`
    expect(await output('portal_admin', insertStaff('City Campus'))).toBe(denied)
    expect(await output('portal_admin', insertStaff('Main Campus'))).toBe('1')
    expect(await city()).toEqual(before)
  })

  it('lets neither role read a secret, start a session or use other tables', async () => {
    const before = await everySecret()
    for (const statement of [
      'select password_hash from staff',
      'select token_hash from sessions',
      'select * from sessions',
      'insert into sessions select * from sessions',
      'update sessions set seen_at = seen_at',
      'truncate sessions',
      'delete from staff',
      `update staff set campus = 'City Campus'`,
      `update staff set user_id = 'a@b'`,
      'select * from sign_in_tries',
      'select * from known_devices',
      'insert into known_devices select * from known_devices',
      'delete from known_devices',
      'delete from changes',
      `update changes set what = 'nothing'`,
      'alter table staff disable row level security',
      `create or replace function own_password_hash() returns text language sql as 'select 1'`,
    ]) {
      const answers = [await output('portal_admin', statement), await output('portal_clerk', statement)]
      expect({ statement, answers }).toEqual({ statement, answers: [denied, denied] })
    }
    expect(await everySecret()).toEqual(before)
  })

  it('lets no clerk write staff or end a session', async () => {
    for (const statement of [
      `insert into staff (campus, user_id, name, role, password_hash) values ('Main Campus', 'a@b', 'A', 'read', 'x')`,
      `update staff set role = 'admin'`,
      `update staff set password_hash = 'x'`,
      'update staff set disabled = false',
      'delete from sessions',
      'select seen_at from sessions',
    ]) {
      expect({ statement, answer: await output('portal_clerk', statement) }).toEqual({
        statement,
        answer: denied,
      })
    }
  })

  it('shows a clerk only their own password hash, and only at their own campus', async () => {
    const ownHash = (at?: { campus?: string; userId?: string }) =>
      as('portal_clerk', (trx) => sql<{ hash: string }>`select own_password_hash() as hash`.execute(trx), at)
    const [stored] = (await rows(`select password_hash as hash from staff where user_id = 'desk@main.test'`))
      .rows
    expect((await ownHash()).rows).toEqual([stored])
    expect((await ownHash({ campus: 'City Campus' })).rows).toEqual([{ hash: null }])
    const publicGrants = await rows(`select routine_name from information_schema.routine_privileges
      where grantee = 'PUBLIC' and routine_name in ('own_password_hash', 'change_own_password')`)
    expect(publicGrants.rows).toEqual([])
  })

  it('lets a clerk change only their own password, with the current hash, and ends the other sessions', async () => {
    const otherSession = await school.as('desk@main.test')
    const before = await everySecret()
    const currentHash = String(before.find(({ user_id }) => user_id === 'desk@main.test')?.['password_hash'])
    const change = (from: string, at?: { campus: string }) =>
      as(
        'portal_clerk',
        async (trx) =>
          (
            await sql<{ done: boolean }>`
              select change_own_password(${from}, 'new', ${tokenHashOf(desk)}) as done`.execute(trx)
          ).rows[0]?.done,
        at,
      )
    expect(await change('another hash')).toBe(false)
    expect(await change(currentHash, { campus: 'City Campus' })).toBe(false)
    expect(await everySecret()).toEqual(before)
    expect(await change(currentHash)).toBe(true)
    expect(await everySecret()).toEqual(
      before.map((row) =>
        row['user_id'] === 'desk@main.test'
          ? { ...row, password_hash: 'new', sessions: [tokenHashOf(desk).toString('hex')] }
          : row,
      ),
    )
    expect((await otherSession.get('/users/session')).status).toBe(401)
  })

  it('starts a session only if the verified password is unchanged and the user still enabled', async () => {
    const start = async (meanwhile: { password_hash: string } | { disabled: boolean } | null) => {
      const viewer = await findStaffForSignIn(school.db, 'viewer@main.test')
      if (!viewer) throw new Error('There is no viewer')
      const viewers = school.db.updateTable('staff').where('user_id', '=', 'viewer@main.test')
      if (meanwhile) await viewers.set(meanwhile).execute()
      return startSession(school.db, viewer, Buffer.from(JSON.stringify(meanwhile)), school.now)
    }
    expect(await start(null)).toBe(true)
    expect(await start({ password_hash: 'another' })).toBe(false)
    expect(await start({ disabled: true })).toBe(false)
    const { rows: sessions } = await rows(`select user_id from sessions where user_id = 'viewer@main.test'`)
    expect(sessions).toHaveLength(1)
  })

  it("uses the database's admin role only for an admin's calls on users", async () => {
    const admin = await school.as('admin@main.test')
    const boundTo = (caller: Caller, managesUsers: boolean) =>
      school.db.transaction().execute(async (trx) => {
        const tokenHash = tokenHashOf(caller)
        await bindSession(trx, {
          tokenHash,
          lock: 'shared',
          managesUsers,
          origin: commandLine,
          now: school.now,
        })
        const bound = await sql<Record<string, string>>`
          select current_user as role, current_setting('app.user_id') as "userId"`.execute(trx)
        return bound.rows[0]
      })
    expect(await boundTo(admin, true)).toEqual({ role: 'portal_admin', userId: 'admin@main.test' })
    expect(await boundTo(admin, false)).toEqual({ role: 'portal_clerk', userId: 'admin@main.test' })
    expect(await boundTo(desk, true)).toEqual({ role: 'portal_clerk', userId: 'desk@main.test' })
  })

  it('gives the admin role the rights of a clerk, without ownership or sign-in', async () => {
    const { rows: roles } = await rows(`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin,
        (select array_agg(m.roleid::regrole::text) from pg_auth_members m where m.member = r.oid) as "memberOf",
        (select count(*)::int from pg_class where relowner = r.oid) as owned
      from pg_roles r where rolname = 'portal_admin'`)
    expect(roles).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolcanlogin: false,
        memberOf: ['portal_clerk'],
        owned: 0,
      },
    ])
  })
})
