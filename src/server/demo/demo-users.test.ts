// @module-tag gate

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WrongSetting } from '#server/config.ts'
import { runCommand } from '#test/command-line.ts'
import { covers } from '#test/covers.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { requireDemoAllowed } from './demo-users.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const here = { host: '127.0.0.1', servesDemo: true }
const everywhere = { host: '0.0.0.0', servesDemo: false }
const run = (args: readonly string[], stdin = '') =>
  runCommand(database, args, { stdin, settings: { DEMO_STUDENTS: '20' } })

/** Lists the users who can sign in. */
const listEnabled = async () =>
  (
    await database.kysely
      .selectFrom('staff')
      .select('user_id')
      .where('disabled', '=', false)
      .orderBy('user_id')
      .execute()
  ).map((row) => row.user_id)

describe('a database with the demo school', () => {
  beforeEach(async () => {
    await database.empty()
    await run(['demo'])
  })

  test('is served to this machine, and to others only if DEMO=1 is set', async () => {
    covers('security machine.demo', 'decisions 1.demo.beyond')

    expect(await requireDemoAllowed(database.kysely, here)).toBe(true)
    expect(await requireDemoAllowed(database.kysely, { ...everywhere, servesDemo: true })).toBe(true)
    await expect(requireDemoAllowed(database.kysely, everywhere)).rejects.toThrow(
      new WrongSetting(
        'HOST 0.0.0.0 can be reached from other machines, and this database has the demo\'s users, whose password is public: set DEMO=1 to serve them nevertheless, or disable them with "npm run portal -- demo end"',
      ),
    )
  })

  test.each([
    [['school', 'set', 'Hill School', '7654321-0'], [], ''],
    [['campus', 'add', 'North'], [], ''],
    [
      ['user', 'add', 'amna@hill.pk', '--name', 'Amna', '--campus', 'Main Campus', '--role', 'admin'],
      ['amna@hill.pk'],
      'a long password',
    ],
    [['demo', 'end'], [], ''],
  ])('has no enabled users of the demo after %j', async (args, users, stdin) => {
    covers('security machine.demo', 'decisions 1.demo.real-school')

    const { kysely } = database
    const before = await kysely
      .selectFrom('staff')
      .select(['user_id', 'campus', 'password_hash'])
      .orderBy('user_id')
      .execute()
    const [first] = before
    const session = { campus: first?.campus ?? '', user_id: first?.user_id ?? '', token_hash: Buffer.of(1) }
    await kysely
      .insertInto('sessions')
      .values({ ...session, started_at: new Date(), seen_at: new Date() })
      .execute()

    const { code, output, errorOutput } = await run(args, stdin)
    expect(code).toBe(0)
    expect(`${output}${errorOutput}`).toContain(
      '8 users of the demo school, whose password is public, were disabled and signed out. Its campuses and their books are still there: give a real school a database of its own',
    )
    expect(await listEnabled()).toEqual(users)
    expect(await kysely.selectFrom('sessions').selectAll().execute()).toEqual([])
    // If they are enabled again by mistake, they still do not have the public password.
    const after = await kysely
      .selectFrom('staff')
      .select('password_hash')
      .where('user_id', 'like', '%.demo')
      .execute()
    expect(after).toHaveLength(8)
    for (const { password_hash: hash } of after)
      expect(before.map((row) => row.password_hash)).not.toContain(hash)
    const lines = await kysely
      .selectFrom('changes')
      .select('what')
      .where('changed_by', '=', 'operator')
      .where('what', '=', 'user disabled')
      .execute()
    expect(lines).toHaveLength(8)
    expect(await requireDemoAllowed(kysely, everywhere)).toBe(false)
    expect(await run(['verify'])).toMatchObject({ code: 0 })
  })

  test('keeps its users if the command is refused', async () => {
    expect(await run(['campus', 'add', 'main campus'])).toMatchObject({
      code: 1,
      errorOutput: 'There is a campus "Main Campus" already',
    })
    expect(await listEnabled()).toHaveLength(8)
  })

  test('is refused next to a real campus, even on this machine and with DEMO=1', async () => {
    covers('security machine.demo')

    // Adds a campus as an earlier version could.
    await database.kysely.insertInto('campuses').values({ campus: 'North' }).execute()
    await expect(requireDemoAllowed(database.kysely, here)).rejects.toThrow(
      'The demo\'s users, whose password is public, are beside the campus "North" in this database: disable them with "npm run portal -- demo end"',
    )
    expect(await run(['demo', 'end'])).toMatchObject({ code: 0 })
    expect(await requireDemoAllowed(database.kysely, here)).toBe(false)
    expect(await run(['demo', 'end'])).toMatchObject({ output: 'No user of the demo school can sign in' })
  })
})

test('a database without the demo school may be served anywhere', async () => {
  await database.empty()
  await run(['campus', 'add', 'North'])
  expect(await requireDemoAllowed(database.kysely, everywhere)).toBe(false)
})
