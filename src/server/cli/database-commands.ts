import { dateAt } from '#domain/calendar.ts'
import { latestVersion, migrate } from '#server/database/migrate.ts'
import { fillDemoSchool } from '#server/demo/fill-demo-school.ts'
import { hashPassword } from '#server/auth/password.ts'
import type { Command, CommandCall, CommandInput } from './command.ts'
import { requireLatestVersion } from './latest-version.ts'
import { CommandError } from './errors.ts'
import { verifyOnServer } from './control-socket.ts'
import type { Terminal } from './terminal.ts'
import { verifyBooks, type Verdict } from './verify-books.ts'

function showVerdict({ say }: Terminal, { sound, lines }: Verdict): void | 1 {
  for (const line of lines) say(line)
  if (!sound) return 1
}

async function runVerify({ db, terminal }: CommandCall): Promise<void | 1> {
  await requireLatestVersion(db)
  return showVerdict(terminal, await verifyBooks(db))
}

const runVerifyOnServer = async ({ settings, terminal }: CommandInput): Promise<void | 1> =>
  showVerdict(terminal, await verifyOnServer(settings.dataDir))

async function runMigrate({ db, terminal }: CommandCall): Promise<void> {
  const applied = await migrate(db)
  for (const { number, name } of applied) terminal.say(`Migration ${number} was applied: ${name}`)
  terminal.say(`The database has version ${latestVersion}, the latest of this program`)
}

async function runDemo({ database, db, settings, clock, terminal }: CommandCall): Promise<void> {
  const students = settings.demoStudents
  if (!(await fillDemoSchool(db, { students, today: dateAt(clock()), hashPassword }))) {
    throw new CommandError('There is a school in this database already')
  }
  await database.afterBulkWork()
  terminal.say(`The demo school was created, with ${students} students in each campus`)
  terminal.say('Demo sign-in: office@main.demo, password school-demo')
}

export const databaseCommands: readonly Command[] = [
  {
    name: 'verify',
    takes: [],
    options: [],
    summary: 'check the books of every campus; ends with 1 and lists the rows where anything is wrong',
    keepsVersion: true,
    run: runVerify,
    runOnServer: runVerifyOnServer,
  },
  {
    name: 'migrate',
    takes: [],
    options: [],
    summary: 'bring the database to the version of this program, as each start does',
    keepsVersion: true,
    run: runMigrate,
  },
  {
    name: 'demo',
    takes: [],
    options: [],
    summary: 'fill an empty database with the demo school, of DEMO_STUDENTS in each campus',
    run: runDemo,
  },
]
