/** How a sign-in can be completed after the password. */
export const factorWays = ['code', 'passkey', 'recovery code'] as const
export type FactorWay = (typeof factorWays)[number]
