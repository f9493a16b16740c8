import { dateAt } from '#domain/calendar.ts'
import { formatCount } from '#domain/count.ts'
import { latestVersion, migrate, readVersion } from '#server/database/migrate.ts'
import type { Schema } from '#server/database/schema.ts'
import { fillDemoSchool } from '#server/demo/fill-demo-school.ts'
import { hashPassword } from '#server/auth/password.ts'
import type { Kysely } from 'kysely'
import { DamagedBackup } from './backup-format.ts'
import type { Command, CommandCall, CommandInput } from './command.ts'
import { CommandError } from './errors.ts'
import { askServer, verifyOnServer } from './control-socket.ts'
import type { BackupContents } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import type { Terminal } from './terminal.ts'
import { formatSums, verifyBooks, type Verdict } from './verify-books.ts'
import { packBackup, saveBackup, type SavedBackup } from './write-backup.ts'

/** For commands that only read: they do not migrate a database that another version of the program may still use. */
async function requireLatestVersion(db: Kysely<Schema>): Promise<void> {
  const version = await readVersion(db)
  if (version === latestVersion) return
  if (version === 0) throw new CommandError('There is no school in this database yet')
  throw new CommandError(
    version < latestVersion
      ? `The database has version ${version} and this program ${latestVersion}: use the program that made it, or "migrate" first`
      : `The database has version ${version}, which is newer than this program's ${latestVersion}`,
  )
}

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

function formatContents({ counts }: BackupContents): string {
  const countOf = (table: string) => counts.get(table) ?? 0
  return formatSums({
    campuses: countOf('campuses'),
    students: countOf('students'),
    vouchers: countOf('vouchers'),
    receipts: countOf('receipts'),
    changes: countOf('changes'),
  })
}

const formatSaved = (path: string, saved: SavedBackup): string =>
  `The backup "${path}" contains ${formatContents(saved)} (${formatCount(saved.bytes)} bytes)`

async function runBackup({ db, args: [path = ''], clock, terminal }: CommandCall): Promise<void> {
  await requireLatestVersion(db)
  const saved = await saveBackup(path, async () => packBackup(db, clock()))
  terminal.say(formatSaved(path, saved))
}

/** Whether the server closed the connection before the end. */
const isCutOff = (error: unknown): boolean =>
  error instanceof DamagedBackup || (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')

async function runBackupOnServer({ args: [path = ''], settings, terminal }: CommandInput): Promise<void> {
  try {
    const saved = await saveBackup(path, () => askServer(settings.dataDir, 'backup'))
    terminal.say(formatSaved(path, saved))
  } catch (error) {
    if (!isCutOff(error)) throw error
    throw new CommandError('The running server could not finish the backup; its log says why', {
      cause: error,
    })
  }
}

async function runRestore({ database, db, args: [path = ''], terminal }: CommandCall): Promise<void> {
  const contents = await restoreBackup(db, path)
  await database.afterBulkWork()
  terminal.say(
    `The database now contains ${formatContents(contents)}, as they were on ${contents.header.madeAt}`,
  )
}

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
    name: 'backup',
    takes: ['FILE'],
    options: [],
    summary: 'write the whole school into a new file, while the office keeps working',
    recorded: true,
    keepsVersion: true,
    run: runBackup,
    runOnServer: runBackupOnServer,
  },
  {
    name: 'restore',
    takes: ['FILE'],
    options: [],
    summary: 'fill an empty database, of either kind, with the school of a backup',
    recorded: true,
    run: runRestore,
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
