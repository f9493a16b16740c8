import { expect, test } from 'vitest'
import { commonPasswordWords } from '#domain/password.ts'
import { roles } from '#domain/roles.ts'
import { verifyPassword } from '#server/auth/password.ts'
import { openPortal, type Run } from '#test/command-line.ts'
import { covers } from '#test/covers.ts'

const { database, run: runCommand } = await openPortal()

const addUser = (userId: string, ...more: string[]): Promise<Run> =>
  runCommand(
    ['user', 'add', userId, '--name', 'Amna Tariq', '--campus', 'North', '--role', 'write', ...more],
    'a long password\n',
  )

const staff = () => database.kysely.selectFrom('staff').selectAll().execute()

async function signIn(userId: string): Promise<void> {
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
  await database.kysely
    .insertInto('known_devices')
    .values({ campus: 'North', user_id: userId, device_hash: Buffer.from('a counter PC'), used_at: now })
    .execute()
}

test('"user add" adds a user with a piped password and a lower-case user id', async () => {
  covers('decisions 1.command-line.user')

  await runCommand(['campus', 'add', 'North'])
  const added = await addUser('Amna@Hill.pk')

  expect(added).toMatchObject({
    code: 0,
    output:
      'User "amna@hill.pk" was added to North with the role write\n' +
      'The user chooses a password of their own at the first sign-in',
  })
  const [user] = await staff()
  expect(user).toMatchObject({
    campus: 'North',
    user_id: 'amna@hill.pk',
    name: 'Amna Tariq',
    role: 'write',
    disabled: false,
  })
  expect(await verifyPassword(user?.password_hash ?? '', 'a long password')).toBe(true)
})

test('"user add" adds the first admin of a campus', async () => {
  await runCommand(['campus', 'add', 'North'])
  expect(await addUser('head@hill.pk', '--role', 'admin')).toMatchObject({ code: 0 })
  expect(await staff()).toMatchObject([{ user_id: 'head@hill.pk', role: 'admin' }])
})

test('a generated password is shown once and is the password of the user', async () => {
  covers('decisions 1.command-line.generated')

  await runCommand(['campus', 'add', 'North'])
  const { output } = await addUser('amna@hill.pk', '--generate')

  const shownPassword = /^Password: (\S+) \(shown only now\)$/m.exec(output)?.[1] ?? ''
  expect(shownPassword).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
  const [user] = await staff()
  expect(await verifyPassword(user?.password_hash ?? '', shownPassword)).toBe(true)
})

test.each([
  [
    ['nobody', '--name', 'A', '--campus', 'North', '--role', 'read'],
    'A user id looks like an email address, not "nobody"',
  ],
  [
    ['a@b', '--name', 'A', '--campus', 'East', '--role', 'read'],
    'There is no campus "East"; the campuses are North',
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
])('"user add" refuses an invalid user: %j', async (args, errorOutput) => {
  await runCommand(['campus', 'add', 'North'])
  expect(await runCommand(['user', 'add', ...args], 'a long password\n')).toEqual({
    code: 1,
    output: '',
    errorOutput,
  })
  expect(await staff()).toEqual([])
})

test.each([
  ['a short one', 'This password cannot be used: At least 12 characters'],
  ['sunshine 2026', `This password cannot be used: ${commonPasswordWords}`],
  ['1qaz2wsx3edc', `This password cannot be used: ${commonPasswordWords}`],
  [
    'amna likes tea',
    "This password cannot be used: Has “amna” in it, from the user's name or user id. Choose another.",
  ],
  ['', 'No password was given'],
  ['x'.repeat(201), 'This password cannot be used: At most 200 characters'],
])('"user add" refuses a password that the rules do not allow: %s', async (givenPassword, errorOutput) => {
  await runCommand(['campus', 'add', 'North'])
  const args = ['user', 'add', 'a@b', '--name', 'Amna', '--campus', 'North', '--role', 'read']
  expect(await runCommand(args, givenPassword)).toEqual({ code: 1, output: '', errorOutput })
  expect(await staff()).toEqual([])
})

test('a user id is accepted only once in the whole school', async () => {
  await runCommand(['campus', 'add', 'North'])
  await addUser('amna@hill.pk')
  expect(await addUser('AMNA@hill.pk')).toMatchObject({
    code: 1,
    errorOutput: 'There is a user "amna@hill.pk" already',
  })
})

test('a new password ends the sessions of its user, clears failed attempts and leaves devices five tries', async () => {
  covers('decisions 1.command-line.reset', 'security stolen.device')

  await runCommand(['campus', 'add', 'North'])
  await addUser('amna@hill.pk')
  await addUser('bilal@hill.pk')
  await signIn('amna@hill.pk')
  await signIn('bilal@hill.pk')

  const reset = await runCommand(['user', 'reset-password', 'Amna@hill.pk'], 'another password')

  expect(reset).toMatchObject({ code: 0 })
  const sessions = await database.kysely.selectFrom('sessions').select('user_id').execute()
  expect(sessions).toEqual([{ user_id: 'bilal@hill.pk' }])
  expect(await database.kysely.selectFrom('sign_in_tries').select('user_id').execute()).toEqual(sessions)
  const devices = database.kysely.selectFrom('known_devices').select(['user_id', 'tries_left'])
  expect(await devices.orderBy('user_id').execute()).toEqual([
    { user_id: 'amna@hill.pk', tries_left: 5 },
    { user_id: 'bilal@hill.pk', tries_left: null },
  ])
  const amna = (await staff()).find(({ user_id }) => user_id === 'amna@hill.pk')
  expect(await verifyPassword(amna?.password_hash ?? '', 'another password')).toBe(true)
})

test('a disabled user is signed out and can be enabled again', async () => {
  covers('decisions 1.command-line.disable')

  await runCommand(['campus', 'add', 'North'])
  await addUser('amna@hill.pk')
  await signIn('amna@hill.pk')

  expect(await runCommand(['user', 'disable', 'amna@hill.pk'])).toMatchObject({ code: 0 })
  expect(await staff()).toMatchObject([{ disabled: true }])
  expect(await database.kysely.selectFrom('sessions').selectAll().execute()).toEqual([])
  expect(await database.kysely.selectFrom('known_devices').selectAll().execute()).toEqual([])
  expect((await runCommand(['user', 'list', '--campus', 'North'])).output.split('\n')).toEqual([
    'USER          NAME        ROLE   CAMPUS  STATE',
    'amna@hill.pk  Amna Tariq  write  North   disabled',
  ])

  expect(await runCommand(['user', 'enable', 'amna@hill.pk'])).toMatchObject({ code: 0 })
  expect(await staff()).toMatchObject([{ disabled: false }])
})

test('the campus history lists the changes of its users, without refused or ineffective commands', async () => {
  covers('security accounts.history')

  await runCommand(['campus', 'add', 'North'])
  await addUser('amna@hill.pk')
  await addUser('amna@hill.pk')
  await runCommand(['user', 'disable', 'amna@hill.pk'])
  await runCommand(['user', 'disable', 'amna@hill.pk'])
  await runCommand(['user', 'enable', 'amna@hill.pk'])
  await runCommand(['user', 'reset-password', 'amna@hill.pk'], 'a short one')
  await runCommand(['user', 'reset-password', 'amna@hill.pk'], 'another password')

  const history = await database.kysely.selectFrom('changes').selectAll().orderBy('change_no').execute()
  const [active, disabled] = [false, true].map((is) => ({ role: 'write', disabled: is }))
  const after = { userId: 'amna@hill.pk', ...active }
  const line = { campus: 'North', changed_by: 'operator' }
  expect(history).toEqual([
    expect.objectContaining({ ...line, what: 'user added', before: null, after }),
    expect.objectContaining({
      ...line,
      what: 'user disabled',
      before: active,
      after: { ...after, ...disabled },
    }),
    expect.objectContaining({ ...line, what: 'user enabled', before: disabled, after }),
    expect.objectContaining({ ...line, what: 'password reset', before: active, after }),
  ])
  expect(JSON.stringify(history)).not.toContain('argon2')
})

test('an operator removes a second factor, which ends the sessions and is written to the history', async () => {
  covers('security accounts.history')

  await runCommand(['campus', 'add', 'North'])
  await addUser('amna@hill.pk')
  const reply = await runCommand(['user', 'reset-factor', 'amna@hill.pk'])
  expect(reply).toEqual({ code: 1, output: '', errorOutput: '"amna@hill.pk" has no second factor' })
  const owner = { campus: 'North', user_id: 'amna@hill.pk' }
  const db = database.kysely
  await db
    .insertInto('totp_secrets')
    .values({ ...owner, secret: 'A'.repeat(32), last_step: 1, set_up_at: new Date() })
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ ...owner, code_hash: Buffer.of(1), made_at: new Date() })
    .execute()
  await signIn('amna@hill.pk')

  const reset = await runCommand(['user', 'reset-factor', 'Amna@hill.pk'])
  expect(reset).toMatchObject({ code: 0, output: expect.stringContaining('was removed') })
  for (const table of ['totp_secrets', 'recovery_codes', 'sessions'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  const [line] = await db.selectFrom('changes').selectAll().orderBy('change_no', 'desc').execute()
  expect(line).toMatchObject({
    campus: 'North',
    changed_by: 'operator',
    what: 'second factor reset',
    after: { userId: 'amna@hill.pk' },
  })
})

test.each(['disable', 'enable', 'reset-password', 'reset-factor'])(
  'an unknown user is refused by "user %s"',
  async (action) => {
    const run = await runCommand(['user', action, 'nobody@hill.pk'], 'a long password')
    expect(run).toEqual({ code: 1, output: '', errorOutput: 'There is no user "nobody@hill.pk"' })
  },
)
test('the user must choose a password at the first sign-in, unless the operator adds --keep', async () => {
  const mustChange = async () => (await staff()).map(({ must_change }) => must_change)
  await runCommand(['campus', 'add', 'North'])
  await addUser('amna@hill.pk')
  expect(await mustChange()).toEqual([true])
  expect(
    await runCommand(['user', 'reset-password', 'amna@hill.pk', '--keep'], 'another password'),
  ).toMatchObject({
    code: 0,
    output: 'The password of "amna@hill.pk" was changed; the user is signed out everywhere',
  })
  expect(await mustChange()).toEqual([false])
  await runCommand(['user', 'reset-password', 'amna@hill.pk', '--generate'])
  expect(await mustChange()).toEqual([true])
})
