import type { Endpoint } from '#contract/endpoint.ts'
import type { FactorWay } from '#domain/factor-ways.ts'
import type { Refusal } from '#domain/outcome.ts'
import { factorWaitMinutes } from '#domain/second-factor.ts'
import { originOf } from '#server/auth/authenticate.ts'
import { newChallenge, relyingPartyOf } from '#server/auth/passkeys.ts'
import { newToken } from '#server/auth/session-cookie.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { startPendingSignIn, type StoredFactors } from '#server/records/pending-sign-ins.ts'
import type { StaffWithPassword } from '#server/records/sessions.ts'

type Asking = Pick<PublicCallContext<Endpoint>, 'db' | 'security' | 'request' | 'site' | 'now'>

/** Keeps the sign-in until its second factor is given, and says how it can be given at this address. */
export async function askForFactor(
  { db, security, request, site, now }: Asking,
  { campus, userId, role, passwordHash }: StaffWithPassword,
  { app, passkeys, codesLeft }: StoredFactors,
): Promise<Refusal> {
  const { token, tokenHash } = newToken()
  const challenge = newChallenge()
  const expiresAt = new Date(now.getTime() + factorWaitMinutes * 60_000)
  await startPendingSignIn(db, { campus, userId, passwordHash, challenge, tokenHash, expiresAt })
  const actor = { campus, userId, role, origin: originOf(request), now }
  await security.record(actor, { kind: 'second factor asked' })

  const relyingParty = relyingPartyOf(site)?.id
  const usable = passkeys.filter((passkey) => passkey.relyingParty === relyingParty)
  const ways: FactorWay[] = [
    ...(app ? ['code' as const] : []),
    ...(usable.length > 0 ? ['passkey' as const] : []),
    ...(codesLeft > 0 ? ['recovery code' as const] : []),
  ]
  const passkey = relyingParty !== undefined &&
    usable.length > 0 && { challenge, relyingParty, passkeys: usable }
  return { code: 'factor-needed', facts: { pending: token, ways, ...(passkey && { passkey }) } }
}
