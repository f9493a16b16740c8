import type { CampusRules } from './campus-rules.ts'
import { accept, refuse, type Outcome } from './outcome.ts'
import { canManage, type Role } from './roles.ts'

/** A sign-in waits this long for its second factor, and a new passkey for its authenticator. */
export const factorWaitMinutes = 5

export const mostFactorAttempts = 5

export const recoveryCodeCount = 10

/** Groups of four letters in a recovery code: about 119 random bits, so that one fast hash protects it (ASVS 6.5.2). */
export const recoveryCodeGroups = 6

export const mustHaveFactor = (role: Role, { adminFactor }: Pick<CampusRules, 'adminFactor'>): boolean =>
  adminFactor && canManage(role)

/** Ignores hyphens, blanks and case. */
export const bareRecoveryCode = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, '')

export interface Factors {
  readonly hasApp: boolean
  readonly passkeys: number
}

export const hasFactor = ({ hasApp, passkeys }: Factors): boolean => hasApp || passkeys > 0

export const keepFactor = (remaining: Factors, isRequired: boolean): Outcome<Factors> =>
  isRequired && !hasFactor(remaining) ? refuse('factor-required') : accept(remaining)
