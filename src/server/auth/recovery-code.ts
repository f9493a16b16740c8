import { createHash } from 'node:crypto'
import { bareRecoveryCode } from '#domain/second-factor.ts'

/** One hash suffices, as for a session's token: a code has 119 random bits. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(bareRecoveryCode(code)).digest()
