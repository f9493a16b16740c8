// Fields of second factors. A passkey has the values that the browser's WebAuthn returns.

import { z } from 'zod/mini'
import { recoveryCodeCount } from '#domain/second-factor.ts'
import { plainText } from './fields.ts'

export const factorCode = z
  .string('Enter the code')
  .check(z.regex(/^\s*\d{3}\s?\d{3}\s*$/, 'The code has 6 digits'))

const base64url = (longest: number) =>
  z.string().check(z.maxLength(longest), z.regex(/^[\w-]+={0,2}$/, 'Not the answer of a passkey'))

const credentialId = base64url(1500)
export const transports = z.array(plainText(30)).check(z.maxLength(10))

export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.optional(z.nullable(base64url(200))),
  }),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

export const newPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.optional(transports),
  }),
})
export type NewPasskey = z.output<typeof newPasskey>

/** The page generates the codes and shows them once; no reply contains them. */
export const recoveryCodes = z
  .array(z.string().check(z.regex(/^[a-z2-9]{4}(-[a-z2-9]{4}){5}$/, 'Not a recovery code')))
  .check(
    z.refine(
      (codes) => new Set(codes).size === recoveryCodeCount && codes.length === recoveryCodeCount,
      `${recoveryCodeCount} different codes`,
    ),
  )
