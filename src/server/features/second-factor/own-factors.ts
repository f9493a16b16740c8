import { orThrow, refuseFields } from '#domain/outcome.ts'
import { hashRecoveryCode } from '#server/auth/recovery-code.ts'
import type { Scope } from '#server/records/scope.ts'
import { saveOwnRecoveryCodes, type OwnFactors } from '#server/records/second-factor.ts'
import { hasOwnFactor } from '#server/services/has-own-factor.ts'

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
