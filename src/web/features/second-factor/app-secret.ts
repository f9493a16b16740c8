import { randomLetters } from '#web/kit/random-letters.ts'

/** 160 random bits in base32, as authenticator apps take them. */
export const makeAppSecret = (): string => randomLetters('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32)

/** The secret in groups of four, to be typed. */
export const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

interface AppAccount {
  readonly school: string
  readonly userId: string
  readonly secret: string
}

/**
 * The address that an authenticator app reads from the QR code; without a colon, which would end the name of the
 * school.
 */
export function appAddress({ school, userId, secret }: AppAccount): string {
  const issuer = school.replaceAll(':', ' ')
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(userId)}`
  // Apps assume six digits every 30 seconds by SHA-1: an address without them is shorter and easier to scan.
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
