import { randomInt } from 'node:crypto'
import type { PasswordOwner } from '#domain/password.ts'
import { roles } from '#domain/roles.ts'
import { findPasswordError } from '#server/auth/password.ts'
import { findSchool } from '#server/records/campus/school.ts'
import {
  addUser,
  changeDisabled,
  changePassword,
  findUserName,
  listUsersOf,
  resetFactor,
  userExists,
  type OperatorPassword,
} from '#server/records/staff/operator-users.ts'
import { withdrawRequestsOf } from '#server/services/approval.ts'
import { parseName, parseRole, parseUserId, requireCampus, requireUser } from './arguments.ts'
import type { Command, CommandCall } from './command.ts'
import { withoutDemoUsers } from './school-commands.ts'
import { alignColumns, CommandError } from './terminal.ts'

async function runUserAdd(call: CommandCall): Promise<void> {
  const { db, clock, option, args, terminal } = call
  const userId = parseUserId(args[0])
  const name = parseName('The name', option('name'))
  const role = parseRole(option('role'))
  const campus = await requireCampus(db, option('campus'))
  const takenError = new CommandError(`There is a user "${userId}" already`)
  if (await userExists(db, userId)) throw takenError
  const password = await newPassword(call, { userId, name })
  const user = { userId, name, role, campus, ...password }
  await withoutDemoUsers(call, async (trx) => {
    if (!(await addUser(trx, user, clock()))) throw takenError
  })
  terminal.say(`User "${userId}" was added to ${campus} with the role ${role}`)
  printPasswordNotes(call, password)
}

async function runUserList({ db, option, terminal }: CommandCall): Promise<void> {
  const campus = option('campus')
  const users = await listUsersOf(db, campus === undefined ? null : await requireCampus(db, campus))
  if (users.length === 0) return terminal.say('There is no user yet')
  const rows = users.map(({ userId, name, role, campus: userCampus, disabled }) => {
    return [userId, name, role, userCampus, disabled ? 'disabled' : 'active']
  })
  for (const line of alignColumns([['USER', 'NAME', 'ROLE', 'CAMPUS', 'STATE'], ...rows])) terminal.say(line)
}

async function runResetPassword(call: CommandCall): Promise<void> {
  const { db, args, clock, terminal } = call
  const userId = await requireUser(db, args[0])
  const password = await newPassword(call, (await findUserName(db, userId)) ?? { userId, name: '' })
  await db.transaction().execute((trx) => changePassword(trx, userId, password, clock()))
  terminal.say(`The password of "${userId}" was changed; the user is signed out everywhere`)
  printPasswordNotes(call, password)
}

async function runResetFactor({ db, args, clock, terminal }: CommandCall): Promise<void> {
  const userId = await requireUser(db, args[0])
  const isReset = await db.transaction().execute((trx) => resetFactor(trx, userId, clock()))
  if (!isReset) throw new CommandError(`"${userId}" has no second factor`)
  terminal.say(`The second factor of "${userId}" was removed; the user is signed out everywhere`)
}

async function setDisabled({ db, args, clock }: CommandCall, disabled: boolean): Promise<string> {
  const userId = await requireUser(db, args[0])
  await db.transaction().execute(async (trx) => {
    const scope = await changeDisabled(trx, userId, disabled, clock())
    await withdrawRequestsOf(scope, userId)
  })
  return userId
}

async function runDisable(call: CommandCall): Promise<void> {
  const userId = await setDisabled(call, true)
  call.terminal.say(`User "${userId}" is disabled and signed out everywhere`)
}

async function runEnable(call: CommandCall): Promise<void> {
  const userId = await setDisabled(call, false)
  call.terminal.say(`User "${userId}" can sign in again`)
}

interface NewPassword extends OperatorPassword {
  /** The generated password; null if the operator chose one. */
  readonly generated: string | null
}

/** Reads or generates a password; never takes it as an argument, which other users of the machine can see. */
async function newPassword(
  { db, has, terminal, passwords }: CommandCall,
  user: Omit<PasswordOwner, 'school'>,
): Promise<NewPassword> {
  const generated = has('generate') ? generatePassword() : null
  const password = generated ?? (await terminal.readPassword())
  const { name: school } = await findSchool({ trx: db })
  const error = await findPasswordError(password, { ...user, school })
  if (error !== null) throw new CommandError(`This password cannot be used: ${error}`)
  return { passwordHash: await passwords.hash(password), mustChange: !has('keep'), generated }
}

// Leaves out letters and digits that are easily confused.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const randomGroup = (): string =>
  Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length))).join('')

/** Generates about a hundred random bits, as four groups of five characters. */
const generatePassword = (): string => Array.from({ length: 4 }, randomGroup).join('-')

function printPasswordNotes({ terminal }: CommandCall, { generated, mustChange }: NewPassword): void {
  if (generated) terminal.say(`Password: ${generated} (shown only now)`)
  if (mustChange) terminal.say('The user chooses a password of their own at the first sign-in')
}

const campusOption = { name: 'campus', value: 'CAMPUS' }

const generateOption = {
  name: 'generate',
  summary: 'generate a password and show it once, instead of reading one',
}

const keepOption = {
  name: 'keep',
  summary: 'your own account: do not ask for another password at the first sign-in',
}

export const userCommands: readonly Command[] = [
  {
    name: 'user add',
    takes: ['USER_ID'],
    options: [
      { name: 'name', value: 'NAME', summary: 'the name that the portal shows' },
      { ...campusOption, summary: 'the campus that the user works at' },
      { name: 'role', value: 'ROLE', summary: roles.join(', ') },
      generateOption,
      keepOption,
    ],
    summary: 'add a user; the password is typed or piped in',
    run: runUserAdd,
  },
  {
    name: 'user list',
    options: [{ ...campusOption, optional: true, summary: 'only those of this campus' }],
    summary: 'list the users',
    run: runUserList,
  },
  {
    name: 'user reset-password',
    takes: ['USER_ID'],
    options: [generateOption, keepOption],
    summary: 'give a user a new password and end the sessions',
    run: runResetPassword,
  },
  {
    name: 'user reset-factor',
    takes: ['USER_ID'],
    summary: 'remove the second factor of a user who lost it and end the sessions',
    run: runResetFactor,
  },
  {
    name: 'user disable',
    takes: ['USER_ID'],
    summary: 'end the sessions of a user and refuse further sign-ins',
    run: runDisable,
  },
  {
    name: 'user enable',
    takes: ['USER_ID'],
    summary: 'let a disabled user sign in again',
    run: runEnable,
  },
]
