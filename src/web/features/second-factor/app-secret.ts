import { randomLetters } from '#web/kit/random-letters.ts'

/** 160 random bits in base32, as authenticator apps require. */
export const makeAppSecret = (): string => randomLetters('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32)

/** Groups of four, for typing. */
export const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

interface AppAccount {
  readonly school: string
  readonly userId: string
  readonly secret: string
}

/** The address in the QR code for an authenticator app; without a colon, which would end the school's name. */
export function appAddress({ school, userId, secret }: AppAccount): string {
  const issuer = school.replaceAll(':', ' ')
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(userId)}`
  // Apps default to six digits every 30 seconds by SHA-1: an address without them is shorter and easier to scan.
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
