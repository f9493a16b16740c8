/** The ways to complete a sign-in after the password. */
export const factorWays = ['code', 'passkey', 'recovery code'] as const
export type FactorWay = (typeof factorWays)[number]
