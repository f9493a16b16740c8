import { examineDatabase } from '#server/database/examine-database.ts'
import { latestVersion, migrate } from '#server/database/migrate.ts'
import { grantToServerUser, openForServerUser } from '#server/database/server-role.ts'
import { disableDemoUsers } from '#server/demo/demo-users.ts'
import { fillDemoSchool } from '#server/demo/fill-demo-school.ts'
import { requireLatestVersion } from './arguments.ts'
import type { Command, CommandCall, CommandInput } from './command.ts'
import { verifyOnServer } from './control-socket.ts'
import { demoEnded } from './school-commands.ts'
import { CommandError, type Terminal } from './terminal.ts'
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

async function runMigrate({ database, db, settings, terminal }: CommandCall): Promise<void> {
  const applied = await migrate(db)
  await grantToServerUser(database, settings)
  for (const { number, name } of applied) terminal.say(`Migration ${number} was applied: ${name}`)
  terminal.say(`The database has version ${latestVersion}, the latest of this program`)
}

async function runDemo({ database, db, settings, clock, passwords, terminal }: CommandCall): Promise<void> {
  const students = settings.demoStudents
  if (!(await fillDemoSchool(db, { students, now: clock(), passwords }))) {
    throw new CommandError('There is a school in this database already')
  }
  await database.afterBulkWork()
  terminal.say(`The demo school was created, with ${students} students in each campus`)
  terminal.say('Demo sign-in: office@main.demo, password school-demo')
}

async function runDemoEnd({ db, passwords, clock, terminal }: CommandCall): Promise<void> {
  const disabledCount = await db.transaction().execute((trx) => disableDemoUsers(trx, passwords, clock()))
  if (disabledCount === 0) return terminal.say('No user of the demo school can sign in')
  terminal.say(demoEnded(disabledCount))
}

async function runCheckDatabase({ database, clock, settings, terminal }: CommandCall): Promise<void | 1> {
  const server = await openForServerUser(settings)
  try {
    const findings = await examineDatabase((server ?? database).kysely, database.engine, clock())
    for (const finding of findings) terminal.say(finding)
    if (findings.length > 0) return 1
    terminal.say('Nothing about the database needs attention')
  } finally {
    await server?.close()
  }
}

export const databaseCommands: readonly Command[] = [
  {
    name: 'verify',
    summary: 'check the books of every campus; ends with 1 and lists the rows where anything is wrong',
    keepsVersion: true,
    run: runVerify,
    runOnServer: runVerifyOnServer,
  },
  {
    name: 'migrate',
    summary: 'bring the database to the version of this program, as each start does',
    keepsVersion: true,
    recorded: true,
    run: runMigrate,
  },
  {
    name: 'check-database',
    summary:
      'say what settings of the database risk, as each start does in its log; ends with 1 where there is any',
    keepsVersion: true,
    run: runCheckDatabase,
  },
  {
    // Must come before "demo", because its name begins with that word.
    name: 'demo end',
    summary: 'disable the users of the demo school, as setting up a school does',
    recorded: true,
    run: runDemoEnd,
  },
  {
    name: 'demo',
    summary: 'fill an empty database with the demo school, of DEMO_STUDENTS in each campus',
    recorded: true,
    run: runDemo,
  },
]
