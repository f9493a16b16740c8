import type { Transaction } from 'kysely'
import { agree, count } from '#domain/count.ts'
import type { Schema } from '#server/database/schema.ts'
import { disableDemoUsers } from '#server/demo/demo-users.ts'
import { addCampus, listCampusSizes, saveSchool } from '#server/records/campus/school.ts'
import { endSessions } from '#server/records/staff/operator-users.ts'
import { parseName, requireCampus, requireUser } from './arguments.ts'
import type { Command, CommandCall } from './command.ts'
import { alignColumns, CommandError } from './terminal.ts'

export const demoEnded = (users: number): string =>
  `${count(users, 'user')} of the demo school, whose password is public, ${agree(users, 'was', 'were')} disabled and signed out. ` +
  'Its campuses and their books are still there: give a real school a database of its own'

/** Runs `work` in a transaction that also disables the users of the demo school, and reports this to the operator. */
export async function withoutDemoUsers<T>(
  { db, passwords, clock, terminal }: CommandCall,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const { result, ended } = await db.transaction().execute(async (trx) => ({
    ended: await disableDemoUsers(trx, passwords, clock()),
    result: await work(trx),
  }))
  if (ended > 0) terminal.printError(demoEnded(ended))
  return result
}

async function runSchoolSet(call: CommandCall): Promise<void> {
  const { args, terminal } = call
  const name = parseName("The school's name", args[0])
  const taxNumber = parseName('The tax number', args[1])
  await withoutDemoUsers(call, (trx) => saveSchool(trx, { name, taxNumber }))
  terminal.say(`The school is ${name}, tax number ${taxNumber}`)
}

async function runCampusAdd(call: CommandCall): Promise<void> {
  const { args, terminal } = call
  const campus = parseName('The name of the campus', args[0])
  await withoutDemoUsers(call, async (trx) => {
    const existing = await addCampus(trx, campus)
    if (existing !== null) throw new CommandError(`There is a campus "${existing}" already`)
  })
  terminal.say(`Campus "${campus}" was added`)
}

async function runCampusList({ db, terminal }: CommandCall): Promise<void> {
  const campuses = await listCampusSizes(db)
  if (campuses.length === 0) return terminal.say('There is no campus yet')
  const rows = campuses.map(({ campus, users, students }) => [campus, String(users), String(students)])
  for (const line of alignColumns([['CAMPUS', 'USERS', 'STUDENTS'], ...rows])) terminal.say(line)
}

async function runSessionsEnd({ db, option, terminal }: CommandCall): Promise<void> {
  const [campusText, userText] = [option('campus'), option('user')]
  const campus = campusText === undefined ? undefined : await requireCampus(db, campusText)
  const userId = userText === undefined ? undefined : await requireUser(db, userText)
  const endedCount = await endSessions(db, { campus, userId })
  terminal.say(count(endedCount, 'session was ended', 'sessions were ended'))
}

export const schoolCommands: readonly Command[] = [
  {
    name: 'school set',
    takes: ['NAME', 'TAX_NUMBER'],
    summary: 'set the name and tax number that the header and the vouchers show',
    recorded: true,
    run: runSchoolSet,
  },
  {
    name: 'campus add',
    takes: ['NAME'],
    summary: 'add a campus',
    recorded: true,
    run: runCampusAdd,
  },
  { name: 'campus list', summary: 'list the campuses', run: runCampusList },
]

export const sessionCommands: readonly Command[] = [
  {
    name: 'sessions end',
    options: [
      { name: 'campus', value: 'CAMPUS', optional: true, summary: 'only those at this campus' },
      { name: 'user', value: 'USER_ID', optional: true, summary: 'only those of this user' },
    ],
    summary: 'sign everyone out at once; nothing that was entered is lost',
    recorded: true,
    run: runSessionsEnd,
  },
]
