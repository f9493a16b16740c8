import type { Endpoint } from '#contract/endpoint.ts'
import type * as contract from '#contract/session.ts'
import type { SignedIn } from '#contract/session.ts'
import { dateAt } from '#domain/calendar.ts'
import { orThrow, Refused, type FactorWay, type Refusal } from '#domain/outcome.ts'
import { factorWaitMinutes, hasFactor, mustHaveFactor } from '#domain/second-factor.ts'
import type { SecurityEvent } from '#domain/security-event.ts'
import { originOf } from '#server/auth/authenticate.ts'
import {
  completeSignIn,
  LastFactorWrong,
  startSessionOf,
  type StartedSession,
} from '#server/auth/complete-sign-in.ts'
import {
  clearSessionCookie,
  hashOfToken,
  newToken,
  sessionHash,
  setDeviceCookie,
  setSessionCookie,
} from '#server/auth/cookies.ts'
import { verifyPassword } from '#server/auth/password.ts'
import { newChallenge, relyingPartyOf } from '#server/auth/second-factors.ts'
import { recordWithAlert } from '#server/auth/security-log.ts'
import {
  beginAttempt,
  completeAttempt,
  SignInQueue,
  stateOfDevice,
  type SignInAttempt,
} from '#server/auth/sign-in-limits.ts'
import type { CallContext, PublicCallContext } from '#server/http/call.ts'
import { findFrame } from '#server/records/campus/school.ts'
import {
  findFactorNeed,
  findFactorsOf,
  findPendingSignIn,
  startPendingSignIn,
  type PendingSignIn,
  type StoredFactors,
} from '#server/records/staff/pending-sign-ins.ts'
import {
  bindToReader,
  endSession,
  findStaffForSignIn,
  type StaffWithPassword,
} from '#server/records/staff/sessions.ts'

type SignInStep = Pick<PublicCallContext<Endpoint>, 'db' | 'security' | 'request' | 'site' | 'now'>

/** Stores the pending sign-in, and returns the ways to enter the second factor at this address. */
export async function askForFactor(
  { db, security, request, site, now }: SignInStep,
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

type Entering = Pick<PublicCallContext<Endpoint>, 'db' | 'security' | 'limits' | 'request' | 'reply' | 'now'>

interface CompletedSignIn {
  readonly attempt: SignInAttempt
  readonly started: StartedSession
  readonly factorMissing: boolean
}

/** Sets the cookies of session and device, ends the browser's previous session, and clears the user's failures. */
export async function enter(
  { db, security, limits, request, reply, now }: Entering,
  staff: StaffWithPassword,
  { attempt, started, factorMissing }: CompletedSignIn,
): Promise<SignedIn> {
  const { userId, name, role, rights, campus, mustChoosePassword } = staff
  security.written([started.recorded])
  limits?.remember(started.tokenHash)
  const previous = sessionHash(request)
  const [frame, device] = await Promise.all([
    db.transaction().execute(async (trx) => {
      await bindToReader(trx, staff)
      return findFrame({ trx }, campus)
    }),
    completeAttempt(db, attempt, started.tokenHash),
    previous && endSession(db, previous),
  ])
  setSessionCookie(request, reply, started.token)
  setDeviceCookie(request, reply, device)
  const obligations = { mustChoosePassword, factorMissing }
  return {
    msg: 'Signed in',
    userId,
    name,
    role,
    rights,
    campus,
    ...frame,
    ...obligations,
    today: dateAt(now),
  }
}

type SignInCall = PublicCallContext<typeof contract.signIn>

/** The queue of all sign-ins of the process, because they share its threads. */
const queue = new SignInQueue()

/**
 * Signs a user in. A wrong password and an unknown user cost the same work and get the same reply (spec 4.session). A
 * user with a second factor must enter it next; until then the attempts still count.
 */
export async function signIn(call: SignInCall): Promise<SignedIn> {
  const { body, db, request, now } = call
  const isKnownDevice = async () => {
    const state = await stateOfDevice(db, { userId: body.userId.toLowerCase(), request, now })
    return state.isKnownDevice
  }
  return queue.run(isKnownDevice, () => signInAndRecord(call))
}

async function signInAndRecord(call: SignInCall): Promise<SignedIn> {
  try {
    return await signInOrThrow(call)
  } catch (problem) {
    if (problem instanceof Refused) await recordRefusal(call, problem.refusal)
    throw problem
  }
}

async function recordRefusal({ security, body, request, now }: SignInCall, refusal: Refusal): Promise<void> {
  if (refusal.code === 'factor-needed') return
  const wait = refusal.code === 'too-many-tries' ? refusal.facts.retryAfter : null
  await security.recordFailedSignIn(body.userId.toLowerCase(), { origin: originOf(request), now }, wait)
}

async function signInOrThrow(call: SignInCall): Promise<SignedIn> {
  const { body, request, now, db, passwords } = call
  const userId = body.userId.toLowerCase()
  const [staff, attempt] = await Promise.all([
    findStaffForSignIn(db, userId),
    beginAttempt(db, { userId, request, now }),
  ])
  const isRight = await verifyPassword(staff?.passwordHash ?? passwords.decoy, body.password)
  if (!staff || !isRight) throw new Refused({ code: 'invalid-credentials' })

  const need = await findFactorNeed(db, staff)
  if (hasFactor(need)) {
    throw new Refused(await askForFactor(call, staff, await findFactorsOf(db, staff)))
  }
  const factorMissing = mustHaveFactor(staff.role, need)
  const started = await db
    .transaction()
    .execute((trx) => startSessionOf(trx, staff, { request, now, attempt, factor: null }))
  return enter(call, staff, { attempt, started, factorMissing })
}

/** Signs out; ends the session in the database too, so that a copied cookie is worthless. */
export async function signOut({
  request,
  reply,
  db,
  security,
  now,
}: PublicCallContext<typeof contract.signOut>) {
  const tokenHash = sessionHash(request)
  const ended = tokenHash
    ? await db.transaction().execute(async (trx) => {
        const session = await endSession(trx, tokenHash)
        if (session === null) return []
        const actor = { ...session, role: null, origin: originOf(request), now }
        return [await recordWithAlert(trx, actor, { kind: 'signed out' })]
      })
    : []
  security.written(ended)
  clearSessionCookie(request, reply)
  return { msg: 'Signed out' }
}

/** Returns the signed-in user, for a page that was just opened. */
export async function currentSession({
  scope,
}: CallContext<typeof contract.currentSession>): Promise<SignedIn> {
  const { userId, userName: name, role, rights, campus, mustChoosePassword, today } = scope
  const frame = await findFrame(scope, campus)
  const obligations = { mustChoosePassword, factorMissing: scope.lacksFactor }
  return { msg: 'Signed in', userId, name, role, rights, campus, ...frame, ...obligations, today }
}

type FactorCall = PublicCallContext<typeof contract.signInWithFactor>

/** Completes a sign-in after the right password; a wrong factor counts as a failed attempt, like a wrong password. */
export async function signInWithFactor(call: FactorCall): Promise<SignedIn> {
  const { body, db, now } = call
  const tokenHash = hashOfToken(body.pending)
  const pending = await findPendingSignIn(db, tokenHash, now)
  if (!pending) throw new Refused({ code: 'factor-ended' })
  try {
    return await completeOrThrow(call, pending, tokenHash)
  } catch (problem) {
    const failure = failureOf(problem)
    if (failure) await recordFailure(call, pending, failure)
    throw problem
  }
}

async function completeOrThrow(
  call: FactorCall,
  pending: PendingSignIn,
  tokenHash: Buffer,
): Promise<SignedIn> {
  const { body, request, site, db, now } = call
  const attempt = await beginAttempt(db, { userId: pending.userId, request, now })
  const party = relyingPartyOf(site)
  const completed = await completeSignIn(db, {
    pending,
    tokenHash,
    given: body,
    party,
    request,
    attempt,
    now,
  })
  const { staff, started } = orThrow(completed)
  return enter(call, staff, { attempt, started, factorMissing: false })
}

/** Returns the event of a failed second factor; null if the factor was not checked. */
function failureOf(problem: unknown): SecurityEvent | null {
  if (!(problem instanceof Refused)) return null
  const { refusal } = problem
  if (refusal.code === 'too-many-tries') return { kind: 'sign-in slowed', seconds: refusal.facts.retryAfter }
  const isWrong = refusal.code === 'invalid' || problem instanceof LastFactorWrong
  return isWrong ? { kind: 'sign-in failed', why: 'wrong second factor' } : null
}

async function recordFailure(
  { security, request, now }: FactorCall,
  { campus, userId, role }: PendingSignIn,
  event: SecurityEvent,
): Promise<void> {
  await security.record({ campus, userId, role, origin: originOf(request), now }, event)
}
