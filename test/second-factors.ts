// Sets up second factors of a test school's users, as the page does, and sends them at sign-in.

import { Secret, TOTP } from 'otpauth'
import {
  callerOf,
  confirming,
  cookiesIn,
  password,
  type Answer,
  type Caller,
  type TestSchool,
} from './school.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

export const appSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** Returns the code that the app with this secret shows at that time. */
export const codeAt = (now: Date, secret = appSecret): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })

/** Returns ten recovery codes that begin with this letter. */
export const codesOf = (letter: string): string[] =>
  Array.from(
    { length: 10 },
    (_, index) => `${letter}aaa-bbbb-cccc-dddd-eeee-fff${'abcdefghjk'.charAt(index)}`,
  )

const orThrow = async (answer: Promise<Answer>): Promise<Answer> => {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Not set up: ${JSON.stringify(body)}`)
  return answer
}

/** Sets up an authenticator app. Half a minute passes, because a code can be used only once. */
export async function setUpApp(school: TestSchool, caller: Caller): Promise<void> {
  const code = codeAt(school.now)
  const factor = { secret: appSecret, code, recoveryCodes: codesOf('a') }
  await orThrow(caller.post('/users/setUpApp', factor))
  passSeconds(school, 30)
}

export async function addPasskey(caller: Caller, name = 'Phone'): Promise<SoftwareAuthenticator> {
  const authenticator = new SoftwareAuthenticator()
  const { body } = await orThrow(caller.post('/users/beginPasskey'))
  const passkey = authenticator.make({ challenge: String(body['challenge']) })
  const more = { recoveryCodes: codesOf('b') }
  await orThrow(caller.post('/users/addPasskey', { name, passkey, ...more }))
  return authenticator
}

export function passSeconds(school: TestSchool, seconds: number): void {
  school.now = new Date(school.now.getTime() + seconds * 1000)
}

/** The answer to a right password that needs a second factor. */
export interface FactorNeeded {
  readonly pending: string
  readonly ways: readonly string[]
  readonly passkey?: {
    readonly challenge: string
    readonly relyingParty: string
    readonly passkeys: readonly { readonly credentialId: string }[]
  }
}

/** Sends the right password and returns the answer that requests a second factor. */
export async function requestFactor(
  school: TestSchool,
  userId: string,
  headers: Record<string, string> = {},
): Promise<FactorNeeded> {
  const { status, body } = await callerOf(school.app, '').post('/users/signin', { userId, password }, headers)
  if (status !== 401 || body['code'] !== 'factor-needed') {
    throw new Error(`No second factor was requested: ${JSON.stringify(body)}`)
  }
  return body as unknown as FactorNeeded
}

export const giveFactor = (school: TestSchool, payload: object, headers = {}): Promise<Answer> =>
  callerOf(school.app, '').post('/users/signinFactor', payload, headers)

/** Returns the caller of the session that an answer started. */
export function enteredBy(school: TestSchool, { headers }: Answer): Caller {
  const { session = '', device } = cookiesIn(headers)
  return confirming(callerOf(school.app, session, device))
}
