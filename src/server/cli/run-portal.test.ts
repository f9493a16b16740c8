import { covers } from '#test/covers.ts'
import { openPortal, portal as portalOf } from '#test/portal.ts'
import { expect, test } from 'vitest'

const { database, run: portal } = await openPortal()

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
  covers('decisions 1.command-line.campus')

  await portal(['campus', 'add', 'North'])
  const again = await portal(['campus', 'add', 'NORTH'])
  expect(again).toMatchObject({ code: 1, complained: 'There is a campus "North" already' })
})

test('campuses are listed with their users and students', async () => {
  expect((await portal(['campus', 'list'])).said).toBe('There is no campus yet')
  await portal(['campus', 'add', 'North'])
  await portal(['campus', 'add', 'South Campus'])
  const amna = ['amna@hill.pk', '--name', 'Amna', '--campus', 'North', '--role', 'read']
  await portal(['user', 'add', ...amna], 'a long password')
  expect((await portal(['campus', 'list'])).said.split('\n')).toEqual([
    'CAMPUS        USERS  STUDENTS',
    'North         1      0',
    'South Campus  0      0',
  ])
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
  covers('decisions 1.command-line.no-argument')

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
