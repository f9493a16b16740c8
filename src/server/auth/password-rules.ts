import { orThrow, refuseFields } from '#domain/outcome.ts'
import { passwordError, usedPasswordWords, type PasswordOwner } from '#domain/password.ts'
import { isCommonPassword } from './common-passwords.ts'
import { verifyPassword } from './password.ts'

/**
 * What is wrong with a new password, in words; null where nothing is. `hashes` are those of the user's last passwords. Takes
 * as long as comparing each of them: call it before a row is locked.
 */
export async function findPasswordError(
  password: string,
  owner: PasswordOwner,
  hashes: readonly string[],
): Promise<string | null> {
  const error = passwordError(password, owner, isCommonPassword)
  if (error !== null) return error
  const used = await Promise.all(hashes.map((hash) => verifyPassword(hash, password)))
  return used.includes(true) ? usedPasswordWords : null
}

/** Refuses, at its field, a new password that the rules do not allow. */
export async function requireUsablePassword(
  newPassword: string,
  owner: PasswordOwner,
  hashes: readonly string[] = [],
): Promise<void> {
  const message = await findPasswordError(newPassword, owner, hashes)
  if (message !== null) orThrow(refuseFields({ field: 'newPassword', message }))
}
