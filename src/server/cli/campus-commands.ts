import { sql } from 'kysely'
import type { Command, CommandCall } from './command.ts'
import { CannotDo } from './problems.ts'
import { columns, nameFrom } from './words.ts'

/** A campus comes with its counters, from which roll and receipt numbers are given. */
async function addCampus({ db, words, terminal }: CommandCall): Promise<void> {
  const campus = nameFrom('The name of the campus', words[0] ?? '')
  await db.transaction().execute(async (trx) => {
    await sql`lock table campuses in exclusive mode`.execute(trx)
    const same = await trx
      .selectFrom('campuses')
      .select('campus')
      .where((eb) => eb(eb.fn('lower', ['campus']), '=', campus.toLowerCase()))
      .executeTakeFirst()
    if (same) throw new CannotDo(`There is a campus "${same.campus}" already`)
    await trx.insertInto('campuses').values({ campus }).execute()
    await trx
      .insertInto('counters')
      .values([
        { campus, counter: 'roll number' },
        { campus, counter: 'receipt' },
      ])
      .execute()
  })
  terminal.say(`Campus "${campus}" was added`)
}

async function listCampuses({ db, terminal }: CommandCall): Promise<void> {
  const { rows } = await sql<{ campus: string; staff: number; students: number }>`
    select campus,
      (select count(*)::int from staff s where s.campus = c.campus and not disabled) as staff,
      (select count(*)::int from students s where s.campus = c.campus and state = 'active') as students
    from campuses c order by campus`.execute(db)
  if (rows.length === 0) return terminal.say('There is no campus yet')
  const lines = rows.map(({ campus, staff, students }) => [campus, String(staff), String(students)])
  for (const line of columns([['CAMPUS', 'USERS', 'STUDENTS'], ...lines])) terminal.say(line)
}

export const campusCommands: readonly Command[] = [
  { name: 'campus add', takes: ['NAME'], options: [], does: 'add a campus', run: addCampus },
  { name: 'campus list', takes: [], options: [], does: 'list the campuses', run: listCampuses },
]
