import { z } from 'zod/mini'
import { longestPassword, shortestPassword } from '#domain/password.ts'
import { rights } from '#domain/rights.ts'
import { roles } from '#domain/roles.ts'
import { endpoint } from './endpoint.ts'
import { campusParam, given, noBody, noParams, plainText, text } from './fields.ts'
import { instant } from './wire.ts'

/** A user id in a path. */
export const userIdParam = plainText(120).check(z.minLength(1), z.toLowerCase())

const userId = z.pipe(
  text(),
  z.string().check(z.toLowerCase(), z.regex(/^[^\s@]+@[^\s@]+$/, 'A user id looks like an email address')),
)

const role = given(z.enum(roles, 'Choose a role from the list'))

/** Where an admin gives it, the page generates it and shows it once; no reply contains it. */
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
  /** Whether they sign in with a second factor. */
  secondFactor: z.boolean(),
  /** The rights that an admin chose; null for all of the role. */
  rights: z.nullable(z.readonly(z.array(z.enum(rights)))),
  /** When a session of theirs was last used; null where they have none. */
  seenAt: z.nullable(instant),
})

export type UserReply = z.output<typeof user>

export const listUsers = endpoint({
  method: 'GET',
  path: '/users/list/:campus',
  summary: 'The users of the campus',
  access: 'admin',
  effect: 'reads',
  params: z.object({ campus: campusParam }),
  body: noBody,
  reply: z.object({ msg: z.string(), users: z.array(user) }),
})

export const addUser = endpoint({
  method: 'POST',
  path: '/users/add/:campus',
  summary: 'Add a user to the campus',
  access: 'admin',
  effect: 'changes',
  confirmed: true,
  params: z.object({ campus: campusParam }),
  body: z.object({ userId, name: text(), role, newPassword }),
  reply: z.object({ msg: z.literal('User added successfully'), user: user }),
})

export const changeUserRole = endpoint({
  method: 'POST',
  path: '/users/changeRole/:campus/:userId',
  summary: 'Give a user of the campus another role, from their next call on',
  access: 'admin',
  effect: 'bulk',
  confirmed: true,
  params: z.object({ campus: campusParam, userId: userIdParam }),
  body: z.object({ role }),
  reply: z.object({ msg: z.literal('Role changed successfully'), user: user }),
})

export const changeUserRights = endpoint({
  method: 'POST',
  path: '/users/changeRights/:campus/:userId',
  summary: 'Grant a user of the campus some rights within the role, or all of them, from their next call on',
  access: 'admin',
  effect: 'bulk',
  confirmed: true,
  params: z.object({ campus: campusParam, userId: userIdParam }),
  body: z.object({
    /** Null for all of the role. */
    rights: z.nullable(
      z.readonly(z.array(z.enum(rights, 'Choose rights from the list'), 'Choose rights from the list')),
    ),
  }),
  reply: z.object({ msg: z.literal('Rights changed successfully'), user: user }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/users/resetPassword/:campus/:userId',
  summary: 'Give a user of the campus another password; all their sessions end',
  access: 'admin',
  effect: 'changes',
  confirmed: true,
  params: z.object({ campus: campusParam, userId: userIdParam }),
  body: z.object({ newPassword }),
  reply: z.object({ msg: z.literal('Password reset successfully'), user: user }),
})

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/users/resetSecondFactor/:campus/:userId',
  summary: 'Remove the second factor of another user of the campus, whose sessions end',
  access: 'admin',
  effect: 'changes',
  confirmed: true,
  params: z.object({ campus: campusParam, userId: userIdParam }),
  body: noBody,
  reply: z.object({ msg: z.literal('Second factor reset successfully'), user: user }),
})

export const disableUser = endpoint({
  method: 'POST',
  path: '/users/disable/:campus/:userId',
  summary: 'Disable a user of the campus, whose sessions end, or enable one again',
  access: 'admin',
  effect: 'bulk',
  confirmed: true,
  params: z.object({ campus: campusParam, userId: userIdParam }),
  body: z.object({ disabled: z.boolean('Either true or false') }),
  reply: z.object({
    msg: z.enum(['User disabled successfully', 'User enabled successfully']),
    user: user,
  }),
})

export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/users/changePassword',
  summary: "Change one's own password; one's other sessions end, and this one goes on under a new cookie",
  access: 'staff',
  effect: 'changes',
  asksPassword: true,
  opensWithGivenPassword: true,
  withoutFactor: true,
  renewsSession: true,
  params: noParams,
  body: z.object({
    currentPassword: z
      .string('Enter your password')
      .check(z.minLength(1, 'Enter your password'), z.maxLength(500)),
    newPassword,
  }),
  reply: z.object({ msg: z.literal('Password changed successfully') }),
})
