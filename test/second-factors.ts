// Second factors of a test school's users: set up as the page does it, and given at sign-in.

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

/** The code that the app of the secret shows at that time. */
export const codeAt = (now: Date, secret = appSecret): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })

/** Ten recovery codes that begin with this letter. */
export const codesOf = (letter: string): string[] =>
  Array.from(
    { length: 10 },
    (_, place) => `${letter}aaa-bbbb-cccc-dddd-eeee-fff${'abcdefghjk'.charAt(place)}`,
  )

const succeeded = async (answer: Promise<Answer>): Promise<Answer> => {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Not set up: ${JSON.stringify(body)}`)
  return answer
}

/** Sets up an authenticator app; half a minute passes, as its code can be used once. */
export async function setUpApp(school: TestSchool, caller: Caller): Promise<void> {
  const code = codeAt(school.now)
  const factor = { secret: appSecret, code, recoveryCodes: codesOf('a') }
  await succeeded(caller.post('/users/setUpApp', factor))
  passSeconds(school, 30)
}

export async function addPasskey(caller: Caller, name = 'Phone'): Promise<SoftwareAuthenticator> {
  const authenticator = new SoftwareAuthenticator()
  const { body } = await succeeded(caller.post('/users/beginPasskey'))
  const passkey = authenticator.make({ challenge: String(body['challenge']) })
  const more = { recoveryCodes: codesOf('b') }
  await succeeded(caller.post('/users/addPasskey', { name, passkey, ...more }))
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

/** Gives the right password and returns that answer. */
export async function requestFactor(
  school: TestSchool,
  userId: string,
  headers: Record<string, string> = {},
): Promise<FactorNeeded> {
  const { status, body } = await callerOf(school.app, '').post('/users/signin', { userId, password }, headers)
  if (status !== 401 || body['code'] !== 'factor-needed') {
    throw new Error(`No second factor asked for: ${JSON.stringify(body)}`)
  }
  return body as unknown as FactorNeeded
}

export const giveFactor = (school: TestSchool, payload: object, headers = {}): Promise<Answer> =>
  callerOf(school.app, '').post('/users/signinFactor', payload, headers)

/** The caller of a session that an answer started. */
export function enteredBy(school: TestSchool, { headers }: Answer): Caller {
  const { session = '', device } = cookiesIn(headers)
  return confirming(callerOf(school.app, session, device))
}
