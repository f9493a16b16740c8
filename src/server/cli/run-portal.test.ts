import { roles } from '#domain/roles.ts'
import { verifyPassword } from '#server/http/password.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { portal as portalOf, type Run } from '#test/portal.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => database.empty())
afterAll(() => database.close())

/** Runs a command as the shell would; `typed` is what is piped into it. */
const portal = (args: readonly string[], typed = ''): Promise<Run> => portalOf(database, args, { typed })

const addUser = (userId: string, ...more: string[]): Promise<Run> =>
  portal(
    ['user', 'add', userId, '--name', 'Amna Tariq', '--campus', 'North', '--role', 'write', ...more],
    'a long password\n',
  )

const staff = () => database.kysely.selectFrom('staff').selectAll().execute()

async function signInSomewhere(userId: string): Promise<void> {
  const now = new Date()
  const session = { campus: 'North', user_id: userId, started_at: now, seen_at: now }
  await database.kysely
    .insertInto('sessions')
    .values({ ...session, token_hash: Buffer.from(userId) })
    .execute()
  await database.kysely
    .insertInto('sign_in_tries')
    .values({ user_id: userId, address: '127.0.0.1', tried_at: now })
    .execute()
}

test('the school gets its name and tax number, and other ones later', async () => {
  await portal(['school', 'set', 'Hill School', '7654321-0'])
  const second = await portal(['school', 'set', ' Hill View School ', '7654321-1'])

  expect(second).toEqual({
    code: 0,
    said: 'The school is Hill View School, tax number 7654321-1',
    complained: '',
  })
  expect(await database.kysely.selectFrom('school').selectAll().execute()).toEqual([
    { only_one: true, name: 'Hill View School', tax_number: '7654321-1' },
  ])
})

test('a campus comes with counters at zero', async () => {
  expect(await portal(['campus', 'add', 'North'])).toMatchObject({
    code: 0,
    said: 'Campus "North" was added',
  })
  const counters = await database.kysely.selectFrom('counters').selectAll().orderBy('counter').execute()
  expect(counters).toEqual([
    { campus: 'North', counter: 'receipt', last: 0 },
    { campus: 'North', counter: 'roll number', last: 0 },
  ])
})

test('a campus is added once, however its name is written', async () => {
  await portal(['campus', 'add', 'North'])
  const again = await portal(['campus', 'add', 'NORTH'])
  expect(again).toMatchObject({ code: 1, complained: 'There is a campus "North" already' })
})

test('campuses are listed with their users and students', async () => {
  expect((await portal(['campus', 'list'])).said).toBe('There is no campus yet')
  await portal(['campus', 'add', 'North'])
  await portal(['campus', 'add', 'South Campus'])
  await addUser('amna@hill.pk')
  expect((await portal(['campus', 'list'])).said.split('\n')).toEqual([
    'CAMPUS        USERS  STUDENTS',
    'North         1      0',
    'South Campus  0      0',
  ])
})

test('a user is added with a password that was piped in, the user id in lower case', async () => {
  await portal(['campus', 'add', 'North'])
  const added = await addUser('Amna@Hill.pk')

  expect(added).toMatchObject({ code: 0, said: 'User "amna@hill.pk" was added to North with the role write' })
  const [user] = await staff()
  expect(user).toMatchObject({
    campus: 'North',
    user_id: 'amna@hill.pk',
    name: 'Amna Tariq',
    role: 'write',
    disabled: false,
  })
  expect(await verifyPassword(user?.password_hash ?? null, 'a long password')).toBe(true)
})

test('the first admin of a campus is added here', async () => {
  await portal(['campus', 'add', 'North'])
  expect(await addUser('head@hill.pk', '--role', 'admin')).toMatchObject({ code: 0 })
  expect(await staff()).toMatchObject([{ user_id: 'head@hill.pk', role: 'admin' }])
})

test('a generated password is shown once and is the right one', async () => {
  await portal(['campus', 'add', 'North'])
  const { said } = await addUser('amna@hill.pk', '--generate')

  const shown = /^Password: (\S+) \(shown only now\)$/m.exec(said)?.[1] ?? ''
  expect(shown).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
  const [user] = await staff()
  expect(await verifyPassword(user?.password_hash ?? null, shown)).toBe(true)
})

test.each([
  [
    ['nobody', '--name', 'A', '--campus', 'North', '--role', 'read'],
    'A user id looks like an email address, not "nobody"',
  ],
  [
    ['a@b', '--name', 'A', '--campus', 'East', '--role', 'read'],
    'There is no campus "East"; there are North',
  ],
  [
    ['a@b', '--name', 'A', '--campus', 'North', '--role', 'head'],
    `There is no role "head"; the roles are ${roles.join(', ')}`,
  ],
  [['a@b', '--name', ' ', '--campus', 'North', '--role', 'read'], 'The name is empty'],
  [['a@b', '--name', 'A\nB', '--campus', 'North', '--role', 'read'], 'The name has control characters'],
  [
    ['a@b', '--name', 'A'.repeat(121), '--campus', 'North', '--role', 'read'],
    'The name has more than 120 characters',
  ],
])('a user that cannot be is refused: %j', async (args, complained) => {
  await portal(['campus', 'add', 'North'])
  expect(await portal(['user', 'add', ...args], 'a long password\n')).toEqual({
    code: 1,
    said: '',
    complained,
  })
  expect(await staff()).toEqual([])
})

test.each([
  ['a short one', 'A password has at least 12 characters'],
  ['', 'No password was given'],
  ['x'.repeat(501), 'A password has at most 500 characters'],
])('a password of the wrong length is refused: %s', async (typed, complained) => {
  await portal(['campus', 'add', 'North'])
  const args = ['user', 'add', 'a@b', '--name', 'A', '--campus', 'North', '--role', 'read']
  expect(await portal(args, typed)).toEqual({ code: 1, said: '', complained })
  expect(await staff()).toEqual([])
})

test('a user id is given once in the whole school', async () => {
  await portal(['campus', 'add', 'North'])
  await addUser('amna@hill.pk')
  expect(await addUser('AMNA@hill.pk')).toMatchObject({
    code: 1,
    complained: 'There is a user "amna@hill.pk" already',
  })
})

test('a new password ends the sessions of that user only and forgets the failed tries', async () => {
  await portal(['campus', 'add', 'North'])
  await addUser('amna@hill.pk')
  await addUser('bilal@hill.pk')
  await signInSomewhere('amna@hill.pk')
  await signInSomewhere('bilal@hill.pk')

  const reset = await portal(['user', 'reset-password', 'Amna@hill.pk'], 'another password')

  expect(reset).toMatchObject({ code: 0 })
  const sessions = await database.kysely.selectFrom('sessions').select('user_id').execute()
  expect(sessions).toEqual([{ user_id: 'bilal@hill.pk' }])
  expect(await database.kysely.selectFrom('sign_in_tries').select('user_id').execute()).toEqual(sessions)
  const amna = (await staff()).find(({ user_id }) => user_id === 'amna@hill.pk')
  expect(await verifyPassword(amna?.password_hash ?? null, 'another password')).toBe(true)
})

test('a disabled user is signed out and may be enabled again', async () => {
  await portal(['campus', 'add', 'North'])
  await addUser('amna@hill.pk')
  await signInSomewhere('amna@hill.pk')

  expect(await portal(['user', 'disable', 'amna@hill.pk'])).toMatchObject({ code: 0 })
  expect(await staff()).toMatchObject([{ disabled: true }])
  expect(await database.kysely.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect((await portal(['user', 'list', '--campus', 'North'])).said.split('\n')).toEqual([
    'USER          NAME        ROLE   CAMPUS  STATE',
    'amna@hill.pk  Amna Tariq  write  North   disabled',
  ])

  expect(await portal(['user', 'enable', 'amna@hill.pk'])).toMatchObject({ code: 0 })
  expect(await staff()).toMatchObject([{ disabled: false }])
})

test.each(['disable', 'enable', 'reset-password'])('an unknown user is told: user %s', async (verb) => {
  const run = await portal(['user', verb, 'nobody@hill.pk'], 'a long password')
  expect(run).toEqual({ code: 1, said: '', complained: 'There is no user "nobody@hill.pk"' })
})

test.each([
  [['user', 'remove'], 'There is no command "user remove"; --help lists them'],
  [['verify', 'all'], 'verify takes nothing; names of several words stand in quotes'],
  [['backup'], 'backup takes FILE; names of several words stand in quotes'],
  [['campus', 'add'], 'campus add takes NAME; names of several words stand in quotes'],
  [['campus', 'add', 'North', 'Campus'], 'campus add takes NAME; names of several words stand in quotes'],
  [['user', 'add', 'a@b', '--name', 'A', '--role', 'read'], 'user add needs --campus CAMPUS'],
  [['user', 'add', 'a@b', '--password', 'long password'], "user add: Unknown option '--password'"],
])('a wrongly written command ends with 2 and one line: %j', async (args, complained) => {
  expect(await portal(args)).toEqual({ code: 2, said: '', complained })
})

test.each([[[]], [['--help']], [['help']], [['user', '--help']]])(
  'help lists every command: %j',
  async (args) => {
    const { code, said } = await portal(args)
    expect(code).toBe(0)
    for (const name of [
      'school set',
      'campus add',
      'campus list',
      'user add',
      'user list',
      'user reset-password',
      'user disable',
      'user enable',
      'sessions end',
      'verify',
      'backup',
      'restore',
      'migrate',
      'demo',
    ]) {
      expect(said).toContain(`  ${name} `)
    }
  },
)

test.each([[['user', 'add', '--help']], [['help', 'user', 'add']]])(
  'a command has help of its own: %j',
  async (args) => {
    const { code, said } = await portal(args)
    expect(code).toBe(0)
    expect(said.split('\n')[0]).toBe(
      'Usage: npm run portal -- user add USER_ID --name NAME --campus CAMPUS --role ROLE [--generate]',
    )
  },
)

test('a command of one word has help too', async () => {
  expect((await portal(['help', 'restore'])).said.split('\n')).toEqual([
    'Usage: npm run portal -- restore FILE',
    '',
    'Fill an empty database, of either kind, with the school of a backup.',
  ])
})

test('a running server on the same folder is told in one line', async () => {
  expect(await portalOf(null, ['campus', 'list'])).toEqual({
    code: 1,
    said: '',
    complained:
      'The data directory /srv/data is in use by another running portal: the embedded database belongs to one process, so stop the server first',
  })
})

test('a wrong setting is told in one line, and help needs none', async () => {
  const wrong = { settings: { DEMO_STUDENTS: 'many' } }
  expect(await portalOf(database, ['campus', 'list'], wrong)).toMatchObject({
    code: 1,
    complained: 'DEMO_STUDENTS must be a whole number from 1 to 20000, not "many"',
  })
  expect(await portalOf(database, ['backup', '--help'], wrong)).toMatchObject({ code: 0 })
})
