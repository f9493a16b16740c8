import { hasFactor } from '#domain/second-factor.ts'
import type { OwnFactors } from '#server/records/staff/second-factor.ts'

export const hasOwnFactor = ({ appSetUpAt, passkeys }: Omit<OwnFactors, 'codesLeft'>): boolean =>
  hasFactor({ hasApp: appSetUpAt !== null, passkeys: passkeys.length })
