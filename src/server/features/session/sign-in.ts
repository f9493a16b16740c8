import type { signIn as endpoint, SignedIn } from '#contract/session.ts'
import { Refused, type Refusal } from '#domain/outcome.ts'
import { hasFactor, mustHaveFactor } from '#domain/second-factor.ts'
import { originOf } from '#server/auth/authenticate.ts'
import { verifyPassword } from '#server/auth/password.ts'
import { SignInLine } from '#server/auth/sign-in-line.ts'
import { beginAttempt, stateOfDevice } from '#server/auth/sign-in-throttle.ts'
import { startSessionOf } from '#server/auth/start-session.ts'
import type { PublicCallContext } from '#server/http/call.ts'
import { findFactorNeed, findFactorsOf } from '#server/records/pending-sign-ins.ts'
import { findStaffForSignIn } from '#server/records/sessions.ts'
import { askForFactor } from './ask-for-factor.ts'
import { enter } from './enter.ts'

type SignInCall = PublicCallContext<typeof endpoint>

/** Of all sign-ins of the process, which share its threads. */
const line = new SignInLine()

/**
 * Signs a member of staff in; a wrong password and an unknown user cost the same work and get the same reply (spec
 * 4.session). Who has a second factor is asked for it instead, and then their attempts still count.
 */
export async function signIn(call: SignInCall): Promise<SignedIn> {
  const { body, db, request, now } = call
  const isKnownDevice = async () => {
    const state = await stateOfDevice(db, { userId: body.userId.toLowerCase(), request, now })
    return state.isKnownDevice
  }
  return line.run(isKnownDevice, () => signInAndRecord(call))
}

async function signInAndRecord(call: SignInCall): Promise<SignedIn> {
  try {
    return await signInOrRefuse(call)
  } catch (problem) {
    if (problem instanceof Refused) await recordFailure(call, problem.refusal)
    throw problem
  }
}

async function recordFailure({ security, body, request, now }: SignInCall, refusal: Refusal): Promise<void> {
  if (refusal.code === 'factor-needed') return
  const wait = refusal.code === 'too-many-tries' ? refusal.facts.retryAfter : null
  await security.recordFailedSignIn(body.userId.toLowerCase(), { origin: originOf(request), now }, wait)
}

async function signInOrRefuse(call: SignInCall): Promise<SignedIn> {
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
