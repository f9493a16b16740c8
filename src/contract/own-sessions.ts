import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { campusParam, given, noBody, noParams } from './fields.ts'
import { userIdParam } from './users.ts'
import { instant } from './wire.ts'

/** An id of its own, which says nothing about the cookie. */
const sessionId = z.string('Not a device').check(z.uuid('Not a device'))

const session = z.object({
  sessionId,
  /** The device in plain words. */
  device: z.string(),
  /** The address from which the user signed in. */
  address: z.string(),
  startedAt: instant,
  seenAt: instant,
  /** Whether the call came in this session. */
  isThis: z.boolean(),
})

export type SessionReply = z.output<typeof session>

const sessions = z.object({ msg: z.string(), sessions: z.array(session) })
const ended = z.object({ msg: z.literal('Signed out successfully'), count: z.number() })

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/users/confirm',
  summary:
    'Enter the password again: the reply has the value of the header x-confirmation for ten minutes, in this session only',
  access: 'staff',
  effect: 'changes',
  asksPassword: true,
  repliesSecret: true,
  params: noParams,
  body: z.object({
    password: z.string('Enter your password').check(z.minLength(1, 'Enter your password'), z.maxLength(500)),
  }),
  reply: z.object({ msg: z.literal('Password confirmed'), confirmation: z.string(), until: instant }),
})

export const ownSessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  summary: "One's own sessions, the last used first",
  access: 'staff',
  effect: 'reads',
  params: noParams,
  body: noBody,
  reply: sessions,
})

export const endOwnSessions = endpoint({
  method: 'POST',
  path: '/users/endSessions',
  summary: "End one of one's own sessions, or all others",
  access: 'staff',
  effect: 'changes',
  params: noParams,
  body: z.object({
    /** Left out for all sessions but this one. */
    sessionId: given(z.optional(sessionId)),
  }),
  reply: ended,
})

const ofUser = z.object({ campus: campusParam, userId: userIdParam })

export const sessionsOfUser = endpoint({
  method: 'GET',
  path: '/users/sessionsOf/:campus/:userId',
  summary: 'The sessions of a user of the campus, the last used first',
  access: 'admin',
  effect: 'reads',
  params: ofUser,
  body: noBody,
  reply: sessions,
})

export const endSessionsOfUser = endpoint({
  method: 'POST',
  path: '/users/endSessionsOf/:campus/:userId',
  summary: 'End one session of a user of the campus, or all',
  access: 'admin',
  effect: 'changes',
  params: ofUser,
  body: z.object({
    /** Left out for all. */
    sessionId: given(z.optional(sessionId)),
  }),
  reply: ended,
})
