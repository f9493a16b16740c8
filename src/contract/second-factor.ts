import { z } from 'zod/mini'
import { change, read } from './endpoint.ts'
import { factorCode, newPasskey, recoveryCodes, transports } from './factor-fields.ts'
import { plainText, text } from './fields.ts'
import { instant } from './wire.ts'

const passkey = z.object({
  credentialId: z.string(),
  name: z.string(),
  /** The domain for which the passkey works. */
  relyingParty: z.string(),
  createdAt: instant,
  /** Null if it was never used to sign in. */
  usedAt: z.nullable(instant),
})
export type Passkey = z.output<typeof passkey>

export const secondFactor = read('/users/secondFactor', {
  summary: "One's own second factor: authenticator app, passkeys and how many recovery codes are left",
  access: 'staff',
  forSite: true,
  withoutFactor: true,
  reply: z.object({
    msg: z.string(),
    /** Null if no authenticator app is set up. */
    appSetUpAt: z.nullable(instant),
    passkeys: z.array(passkey),
    codesLeft: z.number(),
    /** True if the rules of the campus require a factor. */
    isRequired: z.boolean(),
    /** The domain of new passkeys; null if passkeys do not work at the page's address. */
    passkeysAt: z.nullable(z.string()),
  }),
})
export type SecondFactor = z.output<typeof secondFactor.reply>

const firstFactor = {
  /** Required if the user has no second factor yet. */
  recoveryCodes: z.optional(recoveryCodes),
}

export const setUpApp = change('/users/setUpApp', {
  summary: 'Set up an authenticator app, in place of the one before',
  access: 'staff',
  confirmed: true,
  withoutFactor: true,
  body: z.object({
    /** The page generates the secret and shows it once; no reply contains it. */
    secret: z.string().check(z.regex(/^[A-Z2-7]{32}$/, 'Not the secret of an authenticator app')),
    code: factorCode,
    ...firstFactor,
  }),
  reply: z.object({ msg: z.literal('Authenticator app set up') }),
})

export const addPasskey = change('/users/addPasskey', {
  summary: 'Add a passkey that an authenticator made',
  access: 'staff',
  confirmed: true,
  forSite: true,
  withoutFactor: true,
  body: z.object({ name: text(60), passkey: newPasskey, ...firstFactor }),
  reply: z.object({ msg: z.literal('Passkey added') }),
})

export const beginPasskey = change('/users/beginPasskey', {
  summary: 'What an authenticator needs to make a passkey for the user',
  access: 'staff',
  confirmed: true,
  forSite: true,
  withoutFactor: true,
  reply: z.object({
    msg: z.string(),
    challenge: z.string(),
    relyingParty: z.string(),
    relyingPartyName: z.string(),
    userHandle: z.string(),
    userId: z.string(),
    userName: z.string(),
    existing: z.array(z.object({ credentialId: z.string(), transports })),
  }),
})
export type PasskeyToMake = z.output<typeof beginPasskey.reply>

export const removePasskey = change('/users/removePasskey', {
  summary: "Remove one of one's own passkeys",
  access: 'staff',
  confirmed: true,
  body: z.object({ credentialId: plainText(1500) }),
  reply: z.object({ msg: z.literal('Passkey removed') }),
})

export const renewRecoveryCodes = change('/users/renewRecoveryCodes', {
  summary: "Replace one's own recovery codes",
  access: 'staff',
  confirmed: true,
  body: z.object({ recoveryCodes }),
  reply: z.object({ msg: z.literal('Recovery codes renewed') }),
})

export const turnOffSecondFactor = change('/users/turnOffSecondFactor', {
  summary: "Remove one's own authenticator app, passkeys and recovery codes",
  access: 'staff',
  confirmed: true,
  reply: z.object({ msg: z.literal('Second factor turned off') }),
})
