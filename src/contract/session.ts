import { z } from 'zod/mini'
import { rights } from '#domain/rights.ts'
import { roles } from '#domain/roles.ts'
import { change, read } from './endpoint.ts'
import { factorCode, passkeyAnswer } from './factor-fields.ts'
import { plainText, text } from './fields.ts'
import { date } from './wire.ts'

const signedIn = z.object({
  msg: z.string(),
  userId: z.string(),
  name: z.string(),
  role: z.enum(roles),
  /** The rights within the role. */
  rights: z.readonly(z.array(z.enum(rights))),
  campus: z.string(),
  /** True if the user has to set up a second factor before anything else. */
  factorMissing: z.boolean(),
  school: z.object({ name: z.string(), taxNumber: z.string() }),
  /** The entries of the menu that are shown only in a campus that uses them. */
  menu: z.object({ cashDrawer: z.boolean(), approvals: z.boolean() }),
  /** True if the user has to choose their own password before anything else. */
  mustChoosePassword: z.boolean(),
  /** Today by the server's clock, so that every screen starts on the same day. */
  today: date,
})

export type SignedIn = z.infer<typeof signedIn>

export const signIn = change('/users/signin', {
  summary: 'Sign in with user id and password',
  access: 'anyone',
  body: z.object({ userId: text(200), password: z.string().check(z.minLength(1), z.maxLength(500)) }),
  reply: signedIn,
})

export const signInWithFactor = change('/users/signinFactor', {
  summary: 'Complete a sign-in that needs a second factor, with a code, a passkey or a recovery code',
  access: 'anyone',
  body: z.object({
    /** The token of the refusal `factor-needed`. */
    pending: z.string().check(z.minLength(1), z.maxLength(100)),
    code: z.optional(factorCode),
    recoveryCode: z.optional(plainText(100)),
    passkey: z.optional(passkeyAnswer),
  }),
  reply: signedIn,
})

export const signOut = change('/users/signout', {
  summary: 'End the session',
  access: 'anyone',
  reply: z.object({ msg: z.string() }),
})

export const currentSession = read('/users/session', {
  summary: 'Who is signed in',
  isUnattended: true,
  access: 'staff',
  withoutFactor: true,
  opensWithGivenPassword: true,
  reply: signedIn,
})
