import { orThrow, refuseFields } from '#domain/outcome.ts'
import { passwordError, presentPasswordWords, type PasswordOwner } from '#domain/password.ts'
import { isCommonPassword } from './common-passwords.ts'
import { verifyPassword } from './password.ts'

/**
 * The fault of a new password, in words; null if there is none. Takes as long as comparing it with the hash of the present
 * one, so call it before a row is locked.
 */
export async function findPasswordError(
  password: string,
  owner: PasswordOwner,
  presentHash: string | null = null,
): Promise<string | null> {
  const error = passwordError(password, owner, isCommonPassword)
  if (error !== null) return error
  const isPresent = presentHash !== null && (await verifyPassword(presentHash, password))
  return isPresent ? presentPasswordWords : null
}

/** Refuses, at its field, a new password that the rules do not allow. */
export async function requireUsablePassword(
  newPassword: string,
  owner: PasswordOwner,
  presentHash: string | null = null,
): Promise<void> {
  const message = await findPasswordError(newPassword, owner, presentHash)
  if (message !== null) orThrow(refuseFields({ field: 'newPassword', message }))
}
