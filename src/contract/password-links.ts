import { z } from 'zod/mini'
import { change } from './endpoint.ts'
import { newPassword } from './users.ts'
import { instant } from './wire.ts'

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
