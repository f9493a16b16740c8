import type { setUpApp as endpoint } from '#contract/second-factor.ts'
import { orThrow, refuseFields } from '#domain/outcome.ts'
import { stepOfCode } from '#server/auth/authenticator-app.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { lockOwnFactors, saveOwnApp } from '#server/records/second-factor.ts'
import { saveFirstCodes } from './own-factors.ts'

/** Sets up the authenticator app of the secret, once a code of it proves that the app has it. */
export async function setUpApp({ body, scope }: CallContext<typeof endpoint>) {
  const before = await lockOwnFactors(scope)
  const step = stepOfCode(body.secret, body.code, scope.now)
  if (step === null)
    return orThrow(refuseFields({ field: 'code', message: 'This is not the code of this secret' }))
  await saveFirstCodes(scope, before, body.recoveryCodes)
  await saveOwnApp(scope, body.secret, step)
  const { userId } = scope
  await writeHistory(scope, { what: 'second factor set up', after: { userId, factor: 'authenticator app' } })
  return { msg: 'Authenticator app set up' as const }
}
