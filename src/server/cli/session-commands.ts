import type { Command, CommandCall } from './command.ts'
import { requireCampus, requireUser } from './arguments.ts'

/** Whoever is signed in must sign in again; nothing that was entered is lost by it. */
async function endSessions({ db, has, text, terminal }: CommandCall): Promise<void> {
  const campus = has('campus') ? await requireCampus(db, text('campus')) : null
  const userId = has('user') ? await requireUser(db, text('user')) : null
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .$if(campus !== null, (query) => query.where('campus', '=', campus))
    .$if(userId !== null, (query) => query.where('user_id', '=', userId))
    .executeTakeFirst()
  terminal.say(numDeletedRows === 1n ? '1 session was ended' : `${numDeletedRows} sessions were ended`)
}

export const sessionCommands: readonly Command[] = [
  {
    name: 'sessions end',
    takes: [],
    options: [
      { name: 'campus', value: 'CAMPUS', optional: true, does: 'only those at this campus' },
      { name: 'user', value: 'USER_ID', optional: true, does: 'only those of this user' },
    ],
    does: 'sign everyone out at once',
    run: endSessions,
  },
]
