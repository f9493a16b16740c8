import { createHash } from 'node:crypto'
import { orThrow, refuseFields } from '#domain/outcome.ts'
import { passwordError, presentPasswordWords, type PasswordOwner } from '#domain/password.ts'
import common from './common-passwords.json' with { type: 'json' }
import { verifyPassword } from './password.ts'

// The 10,000 most common passwords (the list "passwords" of @zxcvbn-ts/language-common 4.1.3, LICENSES/zxcvbn-ts.txt) and the
// 5,000 most common of twelve characters and more (SecLists, LICENSES/seclists.txt), in lower case: the first five bytes of the
// SHA-256 of each, one after the other. Of a hundred million other texts one is taken for a common password.

const size = 5
const first = (hash: Buffer, at = 0): number => hash.readUIntBE(at, size)

const hashes = Buffer.from(common.hashes, 'base64')
const known = new Set(Array.from({ length: hashes.length / size }, (_, place) => first(hashes, place * size)))

/** Takes a text in lower case. */
const isCommonPassword = (text: string): boolean =>
  known.has(first(createHash('sha256').update(text).digest()))

/** Takes as long as comparing the password with the hash of the present one, so call it before a row is locked. */
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

/** Refuses at the field. */
export async function requireUsablePassword(
  newPassword: string,
  owner: PasswordOwner,
  presentHash: string | null = null,
): Promise<void> {
  const message = await findPasswordError(newPassword, owner, presentHash)
  if (message !== null) orThrow(refuseFields({ field: 'newPassword', message }))
}
