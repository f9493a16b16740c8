import { roles, type Role } from '#domain/roles.ts'
import { changeUser, tellOfUser } from './change-user.ts'
import type { Command, CommandCall } from './command.ts'
import { findUser, requireCampus, requireUser, userIdFrom } from './arguments.ts'
import { generateOption, newPassword, tellGenerated } from './passwords.ts'
import { CannotDo } from './problems.ts'
import { columns, nameFrom } from './words.ts'

function roleFrom(text: string): Role {
  const role = roles.find((known) => known === text)
  if (!role) throw new CannotDo(`There is no role "${text}"; the roles are ${roles.join(', ')}`)
  return role
}

async function addUser(call: CommandCall): Promise<void> {
  const { db, clock, text, words, terminal } = call
  const userId = userIdFrom(words[0] ?? '')
  const name = nameFrom('The name', text('name'))
  const role = roleFrom(text('role'))
  const campus = await requireCampus(db, text('campus'))
  const taken = new CannotDo(`There is a user "${userId}" already`)
  if (await findUser(db, userId)) throw taken
  const password = await newPassword(call)
  await db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('staff')
      .values({ campus, user_id: userId, name, role, password_hash: password.hash })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw taken
    await tellOfUser(trx, campus, clock(), { what: 'user added', userId, after: { role, disabled: false } })
  })
  terminal.say(`User "${userId}" was added to ${campus} with the role ${role}`)
  tellGenerated(call, password)
}

async function listUsers({ db, has, text, terminal }: CommandCall): Promise<void> {
  const campus = has('campus') ? await requireCampus(db, text('campus')) : null
  const users = await db
    .selectFrom('staff')
    .select(['user_id', 'name', 'role', 'campus', 'disabled'])
    .$if(campus !== null, (query) => query.where('campus', '=', campus))
    .orderBy('campus')
    .orderBy('user_id')
    .execute()
  if (users.length === 0) return terminal.say('There is no user yet')
  const lines = users.map((user) => [
    user.user_id,
    user.name,
    user.role,
    user.campus,
    user.disabled ? 'disabled' : 'active',
  ])
  for (const line of columns([['USER', 'NAME', 'ROLE', 'CAMPUS', 'STATE'], ...lines])) terminal.say(line)
}

async function resetPassword(call: CommandCall): Promise<void> {
  await requireUser(call.db, call.words[0] ?? '')
  const password = await newPassword(call)
  const set = { password_hash: password.hash }
  const userId = await changeUser(call, { what: 'password reset', set })
  call.terminal.say(`The password of "${userId}" was changed; the user is signed out everywhere`)
  tellGenerated(call, password)
}

async function disableUser(call: CommandCall): Promise<void> {
  const userId = await changeUser(call, { what: 'user disabled', set: { disabled: true } })
  call.terminal.say(`User "${userId}" is disabled and signed out everywhere`)
}

async function enableUser(call: CommandCall): Promise<void> {
  const userId = await changeUser(call, { what: 'user enabled', set: { disabled: false } })
  call.terminal.say(`User "${userId}" may sign in again`)
}

const campusOption = { name: 'campus', value: 'CAMPUS' }

export const userCommands: readonly Command[] = [
  {
    name: 'user add',
    takes: ['USER_ID'],
    options: [
      { name: 'name', value: 'NAME', does: 'the name that the portal shows' },
      { ...campusOption, does: 'the campus that the user works at' },
      { name: 'role', value: 'ROLE', does: roles.join(', ') },
      generateOption,
    ],
    does: 'add a user; the password is typed or piped in',
    run: addUser,
  },
  {
    name: 'user list',
    takes: [],
    options: [{ ...campusOption, optional: true, does: 'only those of this campus' }],
    does: 'list the users',
    run: listUsers,
  },
  {
    name: 'user reset-password',
    takes: ['USER_ID'],
    options: [generateOption],
    does: 'give a user a new password and end the sessions',
    run: resetPassword,
  },
  {
    name: 'user disable',
    takes: ['USER_ID'],
    options: [],
    does: 'end the sessions of a user and let nobody sign in as that user',
    run: disableUser,
  },
  {
    name: 'user enable',
    takes: ['USER_ID'],
    options: [],
    does: 'let a disabled user sign in again',
    run: enableUser,
  },
]
