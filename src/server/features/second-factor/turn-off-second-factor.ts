import type { turnOffSecondFactor as endpoint } from '#contract/second-factor.ts'
import { orThrow, Refused } from '#domain/outcome.ts'
import { keepFactor } from '#domain/second-factor.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { deleteOwnFactors, lockOwnFactors } from '#server/records/second-factor.ts'

/** Removes all second factors of the caller, unless the rules of the campus ask for one. */
export async function turnOffSecondFactor({ scope }: CallContext<typeof endpoint>) {
  await lockOwnFactors(scope)
  orThrow(keepFactor({ hasApp: false, passkeys: 0 }, scope.needsFactor))
  if (!(await deleteOwnFactors(scope))) throw new Refused({ code: 'no-factor' })
  await writeHistory(scope, { what: 'second factor turned off', after: { userId: scope.userId } })
  return { msg: 'Second factor turned off' as const }
}
