import { z } from 'zod/mini'
import { change, read } from './endpoint.ts'
import { given } from './fields.ts'
import { instant } from './wire.ts'

/** A separate id, from which the cookie cannot be derived. */
const sessionId = z.string('Not a device').check(z.uuid('Not a device'))

const session = z.object({
  sessionId,
  device: z.string(),
  address: z.string(),
  startedAt: instant,
  seenAt: instant,
  isThis: z.boolean(),
})

export type SessionReply = z.output<typeof session>

const sessions = z.object({ msg: z.string(), sessions: z.array(session) })
const endedReply = z.object({ msg: z.literal('Signed out successfully'), count: z.number() })

export const confirmPassword = change('/users/confirm', {
  summary:
    'Enter the password again: the reply has the value of the header x-confirmation for ten minutes, in this session only',
  access: 'staff',
  asksPassword: true,
  withoutFactor: true,
  repliesSecret: true,
  body: z.object({
    password: z.string('Enter your password').check(z.minLength(1, 'Enter your password'), z.maxLength(500)),
  }),
  reply: z.object({ msg: z.literal('Password confirmed'), confirmation: z.string(), until: instant }),
})

export const ownSessions = read('/users/sessions', {
  summary: "One's own sessions, the last used first",
  access: 'staff',
  reply: sessions,
})

export const endOwnSessions = change('/users/endSessions', {
  summary: "End one of one's own sessions, or all others",
  access: 'staff',
  body: z.object({
    /** If omitted, all sessions except this one end. */
    sessionId: given(z.optional(sessionId)),
  }),
  reply: endedReply,
})

export const sessionsOfUser = read('/users/sessionsOf/:campus/:userId', {
  summary: 'The sessions of a user of the campus, the last used first',
  access: 'admin',
  reply: sessions,
})

export const endSessionsOfUser = change('/users/endSessionsOf/:campus/:userId', {
  summary: 'End one session of a user of the campus, or all',
  access: 'admin',
  body: z.object({
    /** If omitted, all sessions end. */
    sessionId: given(z.optional(sessionId)),
  }),
  reply: endedReply,
})
