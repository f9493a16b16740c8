import type { CampusRules } from './campus-rules.ts'
import { accept, refuse, type Outcome } from './outcome.ts'
import { canManage, type Role } from './roles.ts'

/** The time in which a user has to enter the second factor of a sign-in, or to add a passkey. */
export const factorWaitMinutes = 5

export const mostFactorAttempts = 5

export const recoveryCodeCount = 10

/** Groups of four letters in a recovery code: about 119 random bits, so that a fast hash protects it (ASVS 6.5.2). */
export const recoveryCodeGroups = 6

export const mustHaveFactor = (role: Role, { adminFactor }: Pick<CampusRules, 'adminFactor'>): boolean =>
  adminFactor && canManage(role)

/** Removes hyphens and blanks, and converts to lower case. */
export const bareRecoveryCode = (input: string): string => input.toLowerCase().replaceAll(/[\s-]/g, '')

export interface Factors {
  readonly hasApp: boolean
  readonly passkeys: number
}

export const hasFactor = ({ hasApp, passkeys }: Factors): boolean => hasApp || passkeys > 0

export const keepFactor = (remaining: Factors, isRequired: boolean): Outcome<Factors> =>
  isRequired && !hasFactor(remaining) ? refuse('factor-required') : accept(remaining)
