// The second step of a sign-in: a factor is checked and used in the transaction that starts the session.

import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { PasskeyAnswer } from '#contract/factor-fields.ts'
import { accept, Refused, refuseFields, type FactorWay, type Outcome } from '#domain/outcome.ts'
import type { Schema } from '#server/database/schema.ts'
import type { RecordedEvent } from '#server/records/scope.ts'
import {
  countFactorAttempt,
  endPendingSignIn,
  findFactorsOf,
  lockFactors,
  useAppCode,
  usePasskey,
  useRecoveryCode,
  type PendingSignIn,
  type StoredFactors,
} from '#server/records/staff/pending-sign-ins.ts'
import { findStaffForSignIn, startSession, type StaffWithPassword } from '#server/records/staff/sessions.ts'
import { originOf } from './authenticate.ts'
import { newToken } from './cookies.ts'
import { hashRecoveryCode, stepOfCode, verifyPasskey, type RelyingParty } from './second-factors.ts'
import { recordWithAlert } from './security-log.ts'
import type { SignInAttempt } from './sign-in-limits.ts'

/** The factor that the user entered: one of these fields is set. */
export interface GivenFactor {
  readonly code?: string | undefined
  readonly recoveryCode?: string | undefined
  readonly passkey?: PasskeyAnswer | undefined
}

interface Completion extends Omit<SignInWay, 'factor'> {
  readonly pending: PendingSignIn
  readonly tokenHash: Buffer
  readonly given: GivenFactor
  /** Null if browsers offer no passkeys at this address. */
  readonly party: RelyingParty | null
}

const signInEnded = () => new Refused({ code: 'factor-ended' })

/** Thrown if the last permitted factor was wrong, which ends the sign-in; an ended sign-in has no factor compared. */
export class LastFactorWrong extends Refused {
  constructor() {
    super({ code: 'factor-ended' })
  }
}

/**
 * Returns the user and the new session, or the error in the factor. Counts the attempt first, so that parallel attempts
 * cannot exceed the limit; the last wrong one ends the sign-in. Of two calls with one code or sign-in, one succeeds.
 */
export async function completeSignIn(
  db: Kysely<Schema>,
  completion: Completion,
): Promise<Outcome<{ readonly staff: StaffWithPassword; readonly started: StartedSession }>> {
  const { pending, tokenHash } = completion
  const attemptsLeft = await countFactorAttempt(db, tokenHash)
  const staff = await findStaffForSignIn(db, pending.userId)
  if (attemptsLeft === null || staff?.passwordHash !== pending.passwordHash) throw signInEnded()

  const outcome = await db.transaction().execute(async (trx) => {
    await lockFactors(trx, pending.userId)
    const factorUse = await useFactor(trx, completion)
    if (!factorUse.ok) return factorUse
    // The sign-in has ended if a simultaneous call completed it.
    if (!(await endPendingSignIn(trx, tokenHash))) throw signInEnded()
    const factor = wayOf(completion.given)
    return accept({ staff, started: await startSessionOf(trx, staff, { ...completion, factor }) })
  })
  if (!outcome.ok && attemptsLeft === 0) {
    await endPendingSignIn(db, tokenHash)
    throw new LastFactorWrong()
  }
  return outcome
}

const wayOf = ({ recoveryCode, passkey }: GivenFactor): FactorWay =>
  recoveryCode !== undefined ? 'recovery code' : passkey ? 'passkey' : 'code'

const refuse = (field: keyof GivenFactor, message: string): Outcome<null> => refuseFields({ field, message })

/** Uses up the factor, or refuses a wrong one at its field. */
async function useFactor(trx: Transaction<Schema>, completion: Completion): Promise<Outcome<null>> {
  const { passkey, recoveryCode, code } = completion.given
  if (recoveryCode !== undefined) return useGivenRecoveryCode(trx, completion, recoveryCode)
  const factors = await findFactorsOf(trx, completion.pending)
  if (passkey) return useGivenPasskey(trx, completion, factors, passkey)
  return code === undefined ? refuse('code', 'Enter the code') : useGivenCode(trx, completion, factors, code)
}

async function useGivenCode(
  trx: Transaction<Schema>,
  { pending, now }: Completion,
  { app }: StoredFactors,
  code: string,
): Promise<Outcome<null>> {
  const step = app && stepOfCode(app.secret, code, now, app.lastStep)
  if (step === null) return refuse('code', 'This code is not right, or was used already')
  await useAppCode(trx, pending, step)
  return accept(null)
}

async function useGivenRecoveryCode(
  trx: Transaction<Schema>,
  { pending, now }: Completion,
  code: string,
): Promise<Outcome<null>> {
  const isUsed = await useRecoveryCode(trx, pending, hashRecoveryCode(code), now)
  return isUsed ? accept(null) : refuse('recoveryCode', 'This is not one of your unused recovery codes')
}

async function useGivenPasskey(
  trx: Transaction<Schema>,
  { pending, party, now }: Completion,
  { passkeys }: StoredFactors,
  answer: PasskeyAnswer,
): Promise<Outcome<null>> {
  const { challenge } = pending
  const stored = passkeys.find(({ credentialId }) => credentialId === answer.id)
  const counter = stored && party ? await verifyPasskey(answer, stored, { ...party, challenge }) : null
  if (counter === null) return refuse('passkey', 'This passkey was not accepted')
  await usePasskey(trx, pending, { credentialId: answer.id, counter }, now)
  return accept(null)
}

export interface SignInWay {
  readonly request: FastifyRequest
  readonly attempt: SignInAttempt
  /** Null if the password alone opens the session. */
  readonly factor: FactorWay | null
  readonly now: Date
}

/** A new session, with its event in the security log. */
export interface StartedSession {
  readonly token: string
  readonly tokenHash: Buffer
  readonly recorded: RecordedEvent
}

/** Starts and logs a session in one transaction; refuses if meanwhile the password was changed or the user disabled. */
export async function startSessionOf(
  trx: Transaction<Schema>,
  staff: StaffWithPassword,
  { request, attempt, factor, now }: SignInWay,
): Promise<StartedSession> {
  const { token, tokenHash } = newToken()
  const browser = { address: request.ip, agent: request.headers['user-agent'] ?? '' }
  if (!(await startSession(trx, staff, tokenHash, now, browser))) {
    throw new Refused({ code: 'invalid-credentials' })
  }
  const actor = { ...staff, origin: originOf(request), now }
  const event = { kind: 'signed in' as const, ...(factor && { factor }) }
  // A user who has only opened a link on the device has not signed in on it yet.
  const isKnownDevice = attempt.isKnownDevice && attempt.triesLeft === null
  return { token, tokenHash, recorded: await recordWithAlert(trx, actor, event, isKnownDevice) }
}
