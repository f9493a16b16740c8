import type { secondFactor as endpoint } from '#contract/second-factor.ts'
import { relyingPartyOf } from '#server/auth/passkeys.ts'
import type { SiteCallContext } from '#server/http/call.ts'
import { findOwnFactors } from '#server/records/second-factor.ts'

/** The caller's own second factor. */
export async function secondFactor({ scope, site }: SiteCallContext<typeof endpoint>) {
  const { appSetUpAt, passkeys, codesLeft } = await findOwnFactors(scope)
  return {
    msg: 'Second factor fetched',
    appSetUpAt,
    passkeys: [...passkeys],
    codesLeft,
    isRequired: scope.needsFactor,
    passkeysAt: relyingPartyOf(site)?.id ?? null,
  }
}
