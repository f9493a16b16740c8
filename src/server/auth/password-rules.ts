import { createHash } from 'node:crypto'
import { orThrow, refuseFields } from '#domain/outcome.ts'
import { passwordError, presentPasswordWords, type PasswordOwner } from '#domain/password.ts'
import common from './common-passwords.json' with { type: 'json' }
import { verifyPassword } from './password.ts'

// The 10,000 most common passwords (the list "passwords" of @zxcvbn-ts/language-common 4.1.3, LICENSES/zxcvbn-ts.txt) and the
// 5,000 most common of twelve characters and more (SecLists, LICENSES/seclists.txt), in lower case: the first five bytes of the
// SHA-256 of each, one after the other. One in a hundred million other texts is mistaken for a common password.

const size = 5
const prefix = (hash: Buffer, offset = 0): number => hash.readUIntBE(offset, size)

const hashes = Buffer.from(common.hashes, 'base64')
const prefixes = new Set(Array.from({ length: hashes.length / size }, (_, i) => prefix(hashes, i * size)))

/** Expects a text in lower case. */
const isCommonPassword = (text: string): boolean =>
  prefixes.has(prefix(createHash('sha256').update(text).digest()))

/** Returns the error in a new password, or null. Call it before locking a row: comparing with `presentHash` is slow. */
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

/** Refuses an unusable password at its field. */
export async function requireUsablePassword(
  newPassword: string,
  owner: PasswordOwner,
  presentHash: string | null = null,
): Promise<void> {
  const message = await findPasswordError(newPassword, owner, presentHash)
  if (message !== null) orThrow(refuseFields({ field: 'newPassword', message }))
}
