import type { renewRecoveryCodes as endpoint } from '#contract/second-factor.ts'
import { Refused } from '#domain/outcome.ts'
import { hashRecoveryCode } from '#server/auth/recovery-code.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { lockOwnFactors, saveOwnRecoveryCodes } from '#server/records/second-factor.ts'
import { hasOwnFactor } from '#server/services/has-own-factor.ts'

/** Replaces the recovery codes: none of before works any more. */
export async function renewRecoveryCodes({ body, scope }: CallContext<typeof endpoint>) {
  const { codesLeft, ...factors } = await lockOwnFactors(scope)
  if (!hasOwnFactor(factors)) throw new Refused({ code: 'no-factor' })
  await saveOwnRecoveryCodes(scope, body.recoveryCodes.map(hashRecoveryCode))
  const { userId } = scope
  await writeHistory(scope, {
    what: 'recovery codes renewed',
    before: { codesLeft },
    after: { userId, codesLeft: body.recoveryCodes.length },
  })
  return { msg: 'Recovery codes renewed' as const }
}
