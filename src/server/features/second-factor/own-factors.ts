import { orThrow, refuseFields } from '#domain/outcome.ts'
import { verifyPassword } from '#server/auth/password.ts'
import { hashRecoveryCode } from '#server/auth/recovery-code.ts'
import type { Scope } from '#server/records/scope.ts'
import { saveOwnRecoveryCodes, type OwnFactors } from '#server/records/second-factor.ts'
import { findOwnPasswordHash } from '#server/records/users.ts'
import { hasOwnFactor } from '#server/services/has-own-factor.ts'

/** Refuses, at its field, a password that is not the caller's. */
export async function requireOwnPassword(scope: Scope, currentPassword: string): Promise<void> {
  const isRight = await verifyPassword(await findOwnPasswordHash(scope), currentPassword)
  if (!isRight) orThrow(refuseFields({ field: 'currentPassword', message: 'This is not your password' }))
}

/** Saves the recovery codes that come with the first factor, and refuses a first factor without them. */
export async function saveFirstCodes(
  scope: Scope,
  before: OwnFactors,
  codes: readonly string[] | undefined,
): Promise<void> {
  if (codes) await saveOwnRecoveryCodes(scope, codes.map(hashRecoveryCode))
  else if (!hasOwnFactor(before))
    orThrow(refuseFields({ field: 'recoveryCodes', message: 'Recovery codes are needed' }))
}
