import type { CampusRules } from './campus-rules.ts'
import { accept, refuse, type Outcome } from './outcome.ts'
import { canManage, type Role } from './roles.ts'

/** The time for which a sign-in waits for its second factor, and a new passkey for its authenticator. */
export const factorWaitMinutes = 5

/** The most tries of the second factor of one sign-in. */
export const mostFactorAttempts = 5

/** The number of recovery codes that a user gets. */
export const recoveryCodeCount = 10

/** Groups of four letters in a recovery code: about 119 random bits, so that one fast hash protects it (ASVS 6.5.2). */
export const recoveryCodeGroups = 6

/** True if a user of this role must have a second factor; a rule for another role is added here. */
export const mustHaveFactor = (role: Role, { adminFactor }: Pick<CampusRules, 'adminFactor'>): boolean =>
  adminFactor && canManage(role)

/** A recovery code as it is compared: typed with or without hyphens and blanks, in any case. */
export const bareRecoveryCode = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, '')

/** The second factors of a user. */
export interface Factors {
  readonly hasApp: boolean
  readonly passkeys: number
}

export const hasFactor = ({ hasApp, passkeys }: Factors): boolean => hasApp || passkeys > 0

/** Refuses to leave a user whose role needs a second factor without one. */
export const keepFactor = (remaining: Factors, isRequired: boolean): Outcome<Factors> =>
  isRequired && !hasFactor(remaining) ? refuse('factor-required') : accept(remaining)
