import { dateAt } from '#domain/calendar.ts'
import { migrate } from '#server/database/migrate.ts'
import { fillDemoSchool } from '#server/demo/fill-demo-school.ts'
import { hashPassword } from '#server/auth/password.ts'
import type { Command, CommandCall } from './command.ts'
import { CannotDo } from './problems.ts'
import { programVersion } from './schema-version.ts'

async function migrateNow({ db, terminal }: CommandCall): Promise<void> {
  const applied = await migrate(db)
  for (const { number, name } of applied) terminal.say(`Version ${number} was made: ${name}`)
  terminal.say(`The tables have version ${programVersion}, the newest that this program knows`)
}

async function fillDemo({ database, db, settings, clock, terminal }: CommandCall): Promise<void> {
  const students = settings.demoStudents
  if (!(await fillDemoSchool(db, { students, today: dateAt(clock()), hashPassword }))) {
    throw new CannotDo('There is a school in this database already')
  }
  await database.afterBulkWork()
  terminal.say(`The demo school stands, with ${students} students in each campus`)
  terminal.say('Demo sign-in: office@main.demo, password school-demo')
}

export const databaseCommands: readonly Command[] = [
  {
    name: 'migrate',
    takes: [],
    options: [],
    does: 'bring the tables to the version of this program, as each start does',
    keepsVersion: true,
    run: migrateNow,
  },
  {
    name: 'demo',
    takes: [],
    options: [],
    does: 'fill an empty database with the demo school, of DEMO_STUDENTS in each campus',
    run: fillDemo,
  },
]
