import { z } from 'zod/mini'
import { longestPassword, shortestPassword } from '#domain/password.ts'
import { rights } from '#domain/rights.ts'
import { roles } from '#domain/roles.ts'
import { bulk, change, read } from './endpoint.ts'
import { given, text } from './fields.ts'
import { instant } from './wire.ts'

const userId = z.pipe(
  text(),
  z.string().check(z.toLowerCase(), z.regex(/^[^\s@]+@[^\s@]+$/, 'A user id looks like an email address')),
)

const role = given(z.enum(roles, 'Choose a role from the list'))

/** A new password. If an admin sets it, the page generates it and shows it once; no reply contains it. */
export const newPassword = z
  .string('Enter a password')
  .check(
    z.minLength(shortestPassword, `At least ${shortestPassword} characters`),
    z.maxLength(longestPassword, `At most ${longestPassword} characters`),
  )

const user = z.object({
  userId: z.string(),
  name: z.string(),
  role: z.enum(roles),
  disabled: z.boolean(),
  secondFactor: z.boolean(),
  /** Null for all rights of the role. */
  rights: z.nullable(z.readonly(z.array(z.enum(rights)))),
  /** The last use of any of the user's sessions. */
  seenAt: z.nullable(instant),
})

export type UserReply = z.output<typeof user>

export const listUsers = read('/users/list/:campus', {
  summary: 'The users of the campus',
  access: 'admin',
  reply: z.object({ msg: z.string(), users: z.array(user) }),
})

export const addUser = change('/users/add/:campus', {
  summary: 'Add a user to the campus',
  access: 'admin',
  confirmed: true,
  body: z.object({ userId, name: text(), role, newPassword }),
  reply: z.object({ msg: z.literal('User added successfully'), user: user }),
})

export const changeUserRole = bulk('/users/changeRole/:campus/:userId', {
  summary: 'Give a user of the campus another role, from their next call on',
  access: 'admin',
  confirmed: true,
  body: z.object({ role }),
  reply: z.object({ msg: z.literal('Role changed successfully'), user: user }),
})

export const changeUserRights = bulk('/users/changeRights/:campus/:userId', {
  summary: 'Grant a user of the campus some rights within the role, or all of them, from their next call on',
  access: 'admin',
  confirmed: true,
  body: z.object({
    /** Null for all rights of the role. */
    rights: z.nullable(
      z.readonly(z.array(z.enum(rights, 'Choose rights from the list'), 'Choose rights from the list')),
    ),
  }),
  reply: z.object({ msg: z.literal('Rights changed successfully'), user: user }),
})

export const resetPassword = change('/users/resetPassword/:campus/:userId', {
  summary: 'Give a user of the campus another password; all their sessions end',
  access: 'admin',
  confirmed: true,
  body: z.object({ newPassword }),
  reply: z.object({ msg: z.literal('Password reset successfully'), user: user }),
})

export const resetSecondFactor = change('/users/resetSecondFactor/:campus/:userId', {
  summary: 'Remove the second factor of another user of the campus, whose sessions end',
  access: 'admin',
  confirmed: true,
  reply: z.object({ msg: z.literal('Second factor reset successfully'), user: user }),
})

export const disableUser = bulk('/users/disable/:campus/:userId', {
  summary: 'Disable a user of the campus, whose sessions end, or enable one again',
  access: 'admin',
  confirmed: true,
  body: z.object({ disabled: z.boolean('Either true or false') }),
  reply: z.object({
    msg: z.enum(['User disabled successfully', 'User enabled successfully']),
    user: user,
  }),
})

export const changeOwnPassword = change('/users/changePassword', {
  summary: "Change one's own password; one's other sessions end, and this one goes on under a new cookie",
  access: 'staff',
  asksPassword: true,
  opensWithGivenPassword: true,
  withoutFactor: true,
  renewsSession: true,
  body: z.object({
    currentPassword: z
      .string('Enter your password')
      .check(z.minLength(1, 'Enter your password'), z.maxLength(500)),
    newPassword,
  }),
  reply: z.object({ msg: z.literal('Password changed successfully') }),
})

/** The secret of a link: 256 random bits. */
const token = z.string('Not a link').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Not a link'))

export const makePasswordLink = change('/users/makePasswordLink/:campus/:userId', {
  summary: 'Make a link with which a user of the campus chooses a new password: once, within 24 hours',
  access: 'admin',
  confirmed: true,
  /** The page generates the token, so that no reply contains it. */
  body: z.object({ token }),
  reply: z.object({ msg: z.literal('Link made successfully'), until: instant }),
})

export const chooseNewPassword = change('/users/newPassword', {
  summary: 'Choose a new password with a link of an admin; all sessions of the user end',
  access: 'anyone',
  body: z.object({ token: z.string('Not a link').check(z.maxLength(200)), newPassword }),
  reply: z.object({ msg: z.literal('Password changed successfully'), userId: z.string() }),
})
