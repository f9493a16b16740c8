// @module-tag gate

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { writeToDisk } from '#server/records/campus/school.ts'
import { deleteExpired } from '#server/records/staff/sessions.ts'
import { covers } from '#test/covers.ts'
import { openTestDatabase } from '#test/database.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { sendSampleCall } from '#test/sample-calls.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { addPasskey, codeAt, codesOf, giveFactor, requestFactor, setUpApp } from '#test/second-factors.ts'
import { openWithServerRights } from '#test/server-rights.ts'
import { migrate, MigrationError } from './migrate.ts'
import type { OpenDatabase } from './open.ts'
import { grantToServer, readLogin } from './server-role.ts'

const permissionDenied = '42501'

describe('a server that signs in as a role that owns nothing', () => {
  let school: TestSchool
  let serverDatabase: OpenDatabase
  beforeAll(async () => {
    school = await openSchool({}, async (database) => {
      // Mirrors a database that deploy/roles.sh made: the server may only connect.
      await sql`do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`.execute(
        database.kysely,
      )
      return (serverDatabase = await openWithServerRights(database))
    })
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  it('can check if the disk is writable again, and leaves nothing behind', async () => {
    const tries = () => serverDatabase.kysely.selectFrom('sign_in_tries').selectAll().execute()
    const before = await tries()
    await writeToDisk(serverDatabase.kysely)
    expect(await tries()).toEqual(before)
  })

  it('does every operation of the office', async () => {
    covers('security machine.least-role')

    expect(await readLogin(serverDatabase.kysely)).toBe('portal_test_login')
    await runEveryOperation(school)
    // A session that was last seen long ago is written at its next call.
    const viewer = await school.as('viewer@main.test')
    school.now = new Date('2026-11-21T09:30:00+05:00')
    expect((await viewer.get('/finances/overview/Main%20Campus')).status).not.toBe(500)
    await deleteExpired(serverDatabase.kysely, new Date('2026-11-21T09:00:00+05:00'))
    await serverDatabase.afterBulkWork()
  })

  it('signs in with each second factor, and deletes the sign-ins that were not completed', async () => {
    covers('security machine.least-role')

    const office = await school.as('office@city.test')
    const phone = await addPasskey(office)
    await setUpApp(school, office)
    for (const factorOf of [
      () => ({ code: codeAt(school.now) }),
      () => ({ recoveryCode: codesOf('a')[0] }),
      (challenge: string) => ({ passkey: phone.answer({ challenge }) }),
    ]) {
      const { pending, passkey } = await requestFactor(school, 'office@city.test')
      const wrong = await giveFactor(school, { pending, code: '000000' })
      const right = await giveFactor(school, { pending, ...factorOf(passkey?.challenge ?? '') })
      expect([wrong.status, right.status]).toEqual([400, 200])
    }
    await requestFactor(school, 'office@city.test')
    await office.post('/users/beginPasskey')
    await deleteExpired(serverDatabase.kysely, new Date(school.now.getTime() + 3_600_000))
    for (const table of ['pending_sign_ins', 'passkey_challenges'] as const) {
      expect(await serverDatabase.kysely.selectFrom(table).select('expires_at').execute()).toEqual([])
    }
  })

  it('answers every call of the contract without a missing right', async () => {
    covers('security machine.least-role')

    const declared = Object.values(endpoints)
    for (const endpoint of declared) {
      const admin = await school.as('admin@main.test')
      const { status, body } = await sendSampleCall(admin, endpoint, 'Main Campus')
      expect([endpoint.path, status < 500, body['msg']]).toEqual([endpoint.path, true, body['msg']])
    }
    expect(declared.length).toBeGreaterThan(50)
  })

  /** Returns the database's error code for a statement of the server without a session, or `ok`. */
  const codeOf = (statement: string): Promise<string> =>
    serverDatabase.kysely
      .transaction()
      .execute(async (trx) => {
        await sql.raw(statement).execute(trx)
        return 'ok'
      })
      .catch((problem: unknown) => String((problem as { code?: unknown }).code))

  it.each([
    'create role intruder',
    'create table intruders (name text)',
    'create schema intruders',
    'alter table staff disable row level security',
    'drop table receipts',
    'select * from students',
    'select * from receipts',
    'select * from vouchers',
    'select * from changes',
    'select answer from answers',
    'insert into receipts select * from receipts',
    `insert into staff values ('Main Campus', 'intruder@main.test', 'Intruder', 'admin', 'x')`,
    `update staff set role = 'admin'`,
    `update staff set name = 'Intruder'`,
    `update staff set password_hash = 'x'`,
    'update sessions set user_id = user_id',
    'delete from staff',
    'delete from changes',
    'set local role postgres',
  ])('is refused by the database: %s', async (statement) => {
    covers('security machine.least-role')

    expect(await codeOf(statement)).toBe(permissionDenied)
  })

  it('sees no rows of a campus until a call is bound to it, and then only the rows of that campus', async () => {
    covers('security machine.least-role', 'security accounts.other-campus')

    const countStudents = (campus: string) =>
      serverDatabase.kysely.transaction().execute(async (trx) => {
        await sql`select set_config('role', 'portal_clerk', true), set_config('app.campus', ${campus}, true)`.execute(
          trx,
        )
        const { rows } = await sql<{ campus: string }>`select distinct campus from students`.execute(trx)
        return rows.map((row) => row.campus)
      })
    expect(await countStudents('')).toEqual([])
    expect(await countStudents('City Campus')).toEqual(['City Campus'])
  })

  it('may start on a database of its version, and names the setting to migrate an older one', async () => {
    expect(await migrate(serverDatabase.kysely)).toEqual([])
    const next = { number: 1, name: 'next', sql: 'create table next (no int)' }
    const { rows } = await sql<{ version: number }>`select count(*)::int as version from migrations`.execute(
      serverDatabase.kysely,
    )
    const version = rows[0]?.version ?? 0
    const longer = Array.from({ length: version + 1 }, (_, index) => ({ ...next, number: index + 1 }))
    await expect(migrate(serverDatabase.kysely, longer)).rejects.toThrow(
      new MigrationError(
        `The database has version ${version} and this program ${version + 1}, and the user of DATABASE_URL may not change tables: set DATABASE_MIGRATION_URL to their owner, at this start or for "npm run portal -- migrate"`,
      ),
    )
  })

  it('cannot grant rights to others', async () => {
    await expect(grantToServer(serverDatabase.kysely, 'postgres')).rejects.toThrow(
      'DATABASE_MIGRATION_URL: the role portal_server could not be given to "postgres"',
    )
  })
})

it('grants the same rights if it is repeated', async () => {
  await using database = await openTestDatabase()
  const readRights = async () =>
    (
      await sql`
        select table_name, privilege_type from information_schema.role_table_grants where grantee = 'portal_server'
        union all
        select tablename, policyname from pg_policies where 'portal_server' = any (roles) order by 1, 2`.execute(
        database.kysely,
      )
    ).rows
  const first = await openWithServerRights(database)
  await first.close()
  const rights = await readRights()
  expect(rights.length).toBeGreaterThan(10)
  await (await openWithServerRights(database)).close()
  expect(await readRights()).toEqual(rights)
})
