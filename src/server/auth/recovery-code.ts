import { createHash } from 'node:crypto'
import { bareRecoveryCode } from '#domain/second-factor.ts'

/** Hashes a code once, like a session's token, because it has 119 random bits. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(bareRecoveryCode(code)).digest()
