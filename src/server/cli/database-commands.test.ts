import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCommand } from '#test/command-line.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => database.empty())
afterAll(() => database.close())

test('"sessions end" ends the sessions of a user, of a campus, or all sessions', async () => {
  const { kysely } = database
  for (const [userId, campus] of [
    ['amna@hill.pk', 'North'],
    ['bilal@hill.pk', 'North'],
    ['dawood@hill.pk', 'South'],
  ] as const) {
    const member = { campus, user_id: userId, name: userId, role: 'write', password_hash: '' } as const
    const session = { campus, user_id: userId, token_hash: Buffer.from(userId) }
    await runCommand(database, ['campus', 'add', campus])
    await kysely.insertInto('staff').values(member).execute()
    await kysely
      .insertInto('sessions')
      .values({ ...session, started_at: new Date(), seen_at: new Date() })
      .execute()
  }
  const end = (...options: string[]) => runCommand(database, ['sessions', 'end', ...options])

  expect(await end('--campus', 'East')).toMatchObject({ code: 1, output: '' })
  expect(await end('--user', 'nobody@hill.pk')).toMatchObject({ code: 1, output: '' })
  expect(await end('--user', 'amna@hill.pk', '--campus', 'South')).toMatchObject({
    output: '0 sessions were ended',
  })
  expect(await end('--campus', 'South')).toMatchObject({ output: '1 session was ended' })
  expect(await end('--user', 'Amna@hill.pk')).toMatchObject({ output: '1 session was ended' })
  expect(await kysely.selectFrom('sessions').select('user_id').execute()).toEqual([
    { user_id: 'bilal@hill.pk' },
  ])
  expect(await end()).toMatchObject({ output: '1 session was ended' })
})

test('"migrate" prints the version; commands that only read refuse a database of another version', async () => {
  const { kysely } = database
  const { output } = await runCommand(database, ['migrate'])
  const version = Number(/^The database has version (\d+), the latest of this program$/.exec(output)?.[1])
  expect(version).toBeGreaterThan(0)

  const undone = new Error('undone')
  const changed = kysely.transaction().execute(async (trx) => {
    const verify = () => runCommand({ ...database, kysely: trx }, ['verify'])
    await sql`insert into migrations values (${version + 1}, 'tomorrow', '', now())`.execute(trx)
    expect((await verify()).errorOutput).toMatch(/which is newer than this program's \d+$/)
    await sql`drop table migrations`.execute(trx)
    expect(await verify()).toEqual({
      code: 1,
      output: '',
      errorOutput: 'There is no school in this database yet',
    })
    throw undone
  })
  await expect(changed).rejects.toBe(undone)
})

test('a command that migrates explains how to undo a changed migration, and works once it is undone', async () => {
  const { kysely } = database
  const list = () => runCommand(database, ['campus', 'list'])
  await sql`update migrations set checksum = '!' || checksum where number = 2`.execute(kysely)
  const refused = await list()
  await sql`update migrations set checksum = substr(checksum, 2) where number = 2`.execute(kysely)
  expect(refused).toMatchObject({ code: 1, output: '' })
  expect(refused.errorOutput).toMatch(
    /^Migration 2 \(arrears and dated fees\) was changed after it was applied to this database: undo the change .+ start again$/,
  )
  expect(await list()).toMatchObject({ code: 0 })
})

test('"demo" fills an empty database with the demo school only once', async () => {
  const demo = () => runCommand(database, ['demo'], { settings: { DEMO_STUDENTS: '2' } })
  expect(await demo()).toEqual({
    code: 0,
    output:
      'The demo school was created, with 2 students in each campus\nDemo sign-in: office@main.demo, password school-demo',
    errorOutput: '',
  })
  expect(await demo()).toMatchObject({ code: 1, errorOutput: 'There is a school in this database already' })
  expect((await runCommand(database, ['campus', 'list'])).output).toMatch(/Main Campus  \d      2/)
})
