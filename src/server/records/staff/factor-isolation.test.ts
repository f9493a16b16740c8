import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Schema } from '#server/database/schema.ts'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { addPasskey, setUpApp } from '#test/second-factors.ts'

const denied = '42501'
type PortalRole = 'portal_clerk' | 'portal_admin'

describe('isolation of second factors', () => {
  let school: TestSchool
  const users = ['desk@main.test', 'office@main.test', 'office@city.test']

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    for (const userId of users) {
      const caller = await school.as(userId)
      await addPasskey(caller, `Phone of ${userId}`)
      await setUpApp(school, caller)
      await caller.post('/users/beginPasskey')
    }
  })

  /** Runs `work` in a transaction bound like a call of the desk of Main Campus. */
  const as = <T>(role: PortalRole, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> =>
    school.db.transaction().execute(async (trx) => {
      await sql`select set_config('app.campus', 'Main Campus', true), set_config('app.user_id', 'desk@main.test', true),
        set_config('role', ${role}, true)`.execute(trx)
      return work(trx)
    })
  const output = (role: PortalRole, statement: string): Promise<string> =>
    as(role, async (trx) => JSON.stringify((await sql.raw(statement).execute(trx)).rows)).catch(
      (problem: unknown) => String((problem as { code?: unknown }).code),
    )
  const tables = ['totp_secrets', 'passkeys', 'recovery_codes', 'passkey_challenges', 'pending_sign_ins']
  const factorsOf = async (isDesk: boolean) => {
    const rows = await readAllRows(school.db)
    return tables.map((table) =>
      (rows[table] as { user_id: string }[]).filter(
        ({ user_id: id }) => (id === 'desk@main.test') === isDesk,
      ),
    )
  }

  it("lets no call read or write their tables, not even an admin's call", async () => {
    covers('security accounts.own-factor')

    for (const table of tables) {
      for (const statement of [
        `select * from ${table}`,
        `select user_id from ${table}`,
        `update ${table} set user_id = user_id`,
        `insert into ${table} select * from ${table}`,
        `delete from ${table}`,
      ]) {
        const answers = [await output('portal_clerk', statement), await output('portal_admin', statement)]
        expect({ statement, answers }).toEqual({ statement, answers: [denied, denied] })
      }
    }
  })

  it('shows a call only the passkeys of its user, and no secret', async () => {
    covers('security accounts.own-factor')

    const answer = await output('portal_clerk', 'select own_second_factor() as own')
    expect(answer).toContain('Phone of desk@main.test')
    expect(answer).not.toContain('office')
    expect(answer).not.toMatch(/secret|public_?key|hash/i)
  })

  it('lets a call change only the factors of its user', async () => {
    covers('security accounts.own-factor')

    const otherFactors = await factorsOf(false)
    const deskFactors = await factorsOf(true)
    const { credential_id: id } = await school.db
      .selectFrom('passkeys')
      .select('credential_id')
      .where('user_id', '=', 'office@main.test')
      .executeTakeFirstOrThrow()
    expect(await output('portal_clerk', `select remove_own_passkey('${id}') as name`)).toBe('[{"name":null}]')
    expect(await factorsOf(true)).toEqual(deskFactors)
    for (const statement of [
      `select save_own_totp('${'B'.repeat(32)}', 1, now())`,
      `select save_own_recovery_codes(array['\\x01'::bytea], now())`,
      `select save_own_challenge('mine', now())`,
      'select take_own_challenge(now())',
      `select add_own_passkey('new', '\\x01', 0, '[]', 'New', 'localhost', now())`,
      'select delete_own_factors()',
    ]) {
      expect({ statement, answer: await output('portal_clerk', statement) }).not.toMatchObject({
        answer: denied,
      })
      expect(await factorsOf(false)).toEqual(otherFactors)
    }
    expect(await factorsOf(true)).toEqual(tables.map(() => []))
  })

  it("lets only an admin's call reset a factor, and only at the admin's own campus", async () => {
    const before = await factorsOf(false)
    for (const statement of [`select reset_factors('office@main.test')`, 'select users_with_factor()']) {
      expect(await output('portal_clerk', statement)).toBe(denied)
    }
    for (const role of ['portal_clerk', 'portal_admin'] as const) {
      expect(await output(role, `select delete_factors('City Campus', 'office@city.test')`)).toBe(denied)
    }
    expect(await output('portal_admin', `select reset_factors('office@city.test') as had`)).toBe(
      '[{"had":false}]',
    )
    expect(await factorsOf(false)).toEqual(before)
    expect(await output('portal_admin', `select users_with_factor() as id order by id`)).toBe(
      '[{"id":"desk@main.test"},{"id":"office@main.test"}]',
    )
    expect(await output('portal_admin', `select reset_factors('office@main.test') as had`)).toBe(
      '[{"had":true}]',
    )
    expect(await output('portal_admin', `select users_with_factor() as id`)).toBe('[{"id":"desk@main.test"}]')
  })

  it('grants the public only the function that takes a lock', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct routine_name as name from information_schema.routine_privileges
      where grantee = 'PUBLIC' and routine_name ~ '(own_(second|totp|recovery|challenge|passkey|factors)|factors?$)'
      order by 1`.execute(school.db)
    expect(rows.map(({ name }) => name)).toEqual(['lock_factors'])
  })
})
