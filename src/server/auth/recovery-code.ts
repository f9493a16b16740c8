import { createHash } from 'node:crypto'
import { bareRecoveryCode } from '#domain/second-factor.ts'

/** The hash of a recovery code. One is as enough as for a session's token: a code has 79 random bits. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(bareRecoveryCode(code)).digest()
