import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openPortal, runCommand as runCommandOn } from '#test/command-line.ts'
import { covers } from '#test/covers.ts'

const { database, run: runCommand } = await openPortal()

test('"school set" sets the name and tax number of the school, and changes them later', async () => {
  await runCommand(['school', 'set', 'Hill School', '7654321-0'])
  const second = await runCommand(['school', 'set', ' Hill View School ', '7654321-1'])

  expect(second).toEqual({
    code: 0,
    output: 'The school is Hill View School, tax number 7654321-1',
    errorOutput: '',
  })
  expect(await database.kysely.selectFrom('school').selectAll().execute()).toEqual([
    { only_one: true, name: 'Hill View School', tax_number: '7654321-1' },
  ])
})

test('"campus add" adds a campus with counters at zero', async () => {
  expect(await runCommand(['campus', 'add', 'North'])).toMatchObject({
    code: 0,
    output: 'Campus "North" was added',
  })
  const counters = await database.kysely.selectFrom('counters').selectAll().orderBy('counter').execute()
  expect(counters).toEqual([
    { campus: 'North', counter: 'adjustment', last: 0 },
    { campus: 'North', counter: 'approval', last: 0 },
    { campus: 'North', counter: 'import', last: 0 },
    { campus: 'North', counter: 'receipt', last: 0 },
    { campus: 'North', counter: 'roll number', last: 0 },
    { campus: 'North', counter: 'run', last: 0 },
  ])
})

test('a campus is added once, whatever the case of its name', async () => {
  covers('decisions 1.command-line.campus')

  await runCommand(['campus', 'add', 'North'])
  const again = await runCommand(['campus', 'add', 'NORTH'])
  expect(again).toMatchObject({ code: 1, errorOutput: 'There is a campus "North" already' })
})

test('campuses are listed with their users and students', async () => {
  expect((await runCommand(['campus', 'list'])).output).toBe('There is no campus yet')
  await runCommand(['campus', 'add', 'North'])
  await runCommand(['campus', 'add', 'South Campus'])
  const amna = ['amna@hill.pk', '--name', 'Amna', '--campus', 'North', '--role', 'read']
  await runCommand(['user', 'add', ...amna], 'a long password')
  expect((await runCommand(['campus', 'list'])).output.split('\n')).toEqual([
    'CAMPUS        USERS  STUDENTS',
    'North         1      0',
    'South Campus  0      0',
  ])
})

test.each([
  [['user', 'remove'], 'There is no command "user remove"; --help lists them'],
  [['verify', 'all'], 'verify takes nothing; put names of several words in quotes'],
  [['backup'], 'backup takes FILE; put names of several words in quotes'],
  [['campus', 'add'], 'campus add takes NAME; put names of several words in quotes'],
  [['campus', 'add', 'North', 'Campus'], 'campus add takes NAME; put names of several words in quotes'],
  [['user', 'add', 'a@b', '--name', 'A', '--role', 'read'], 'user add needs --campus CAMPUS'],
  [['user', 'add', 'a@b', '--password', 'long password'], "user add: Unknown option '--password'"],
])('an invalid command exits with 2 and one line: %j', async (args, errorOutput) => {
  covers('decisions 1.command-line.no-argument')

  expect(await runCommand(args)).toEqual({ code: 2, output: '', errorOutput })
})

test.each([[[]], [['--help']], [['help']], [['user', '--help']]])(
  'the help lists every command: %j',
  async (args) => {
    const { code, output } = await runCommand(args)
    expect(code).toBe(0)
    for (const name of [
      'school set',
      'campus add',
      'campus list',
      'user add',
      'user list',
      'user reset-password',
      'user reset-factor',
      'user disable',
      'user enable',
      'sessions end',
      'verify',
      'backup',
      'restore',
      'migrate',
      'demo',
    ]) {
      expect(output).toContain(`  ${name} `)
    }
  },
)

test.each([[['user', 'add', '--help']], [['help', 'user', 'add']]])(
  'the help describes one command: %j',
  async (args) => {
    const { code, output } = await runCommand(args)
    expect(code).toBe(0)
    expect(output.split('\n')[0]).toBe(
      'Usage: npm run portal -- user add USER_ID --name NAME --campus CAMPUS --role ROLE [--generate] [--keep]',
    )
  },
)

test('the help describes a command of one word', async () => {
  expect((await runCommand(['help', 'restore'])).output.split('\n')).toEqual([
    'Usage: npm run portal -- restore FILE [--key FILE] [--rehearse]',
    '',
    'Fill an empty database, of either kind, with the school of a backup.',
    '',
    "  --key FILE  the operator's key of encrypted backups",
    '  --rehearse  into a database that is checked and removed again; nothing is changed',
  ])
})

test('the portal prints its version, the newest version of the change log', async () => {
  const [, newest] = /^## (\S+) \(/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  expect((await runCommand(['--version'])).output).toBe(newest)
})

test('an error of one line reports that a server is running on the same folder', async () => {
  expect(await runCommandOn(null, ['campus', 'list'])).toEqual({
    code: 1,
    output: '',
    errorOutput:
      'The data directory /srv/data is in use by another running portal: only one process can use the embedded database, so stop the server first',
  })
})

test('an error of one line reports a wrong setting, and help works without settings', async () => {
  const wrong = { settings: { DEMO_STUDENTS: 'many' } }
  expect(await runCommandOn(database, ['campus', 'list'], wrong)).toMatchObject({
    code: 1,
    errorOutput: 'DEMO_STUDENTS must be a whole number from 1 to 20000, not "many"',
  })
  expect(await runCommandOn(database, ['backup', '--help'], wrong)).toMatchObject({ code: 0 })
})
