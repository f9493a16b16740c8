import type { removePasskey as endpoint } from '#contract/second-factor.ts'
import { orThrow, Refused } from '#domain/outcome.ts'
import { hasFactor, keepFactor } from '#domain/second-factor.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { deleteOwnFactors, lockOwnFactors, removeOwnPasskey } from '#server/records/second-factor.ts'

/** Removes a passkey; with the last factor its recovery codes go too. */
export async function removePasskey({ body, scope }: CallContext<typeof endpoint>) {
  const { appSetUpAt, passkeys } = await lockOwnFactors(scope)
  const name = await removeOwnPasskey(scope, body.credentialId)
  if (name === null) throw new Refused({ code: 'passkey-unknown' })
  const remaining = { hasApp: appSetUpAt !== null, passkeys: passkeys.length - 1 }
  orThrow(keepFactor(remaining, scope.needsFactor))
  if (!hasFactor(remaining)) await deleteOwnFactors(scope)
  const { userId } = scope
  await writeHistory(scope, { what: 'passkey removed', before: { passkey: name }, after: { userId } })
  return { msg: 'Passkey removed' as const }
}
