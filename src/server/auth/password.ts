import { createHash } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { orThrow, refuseFields } from '#domain/outcome.ts'
import { passwordError, presentPasswordWords, type PasswordOwner } from '#domain/password.ts'
import common from './common-passwords.json' with { type: 'json' }

/** The cost of a hash: KiB of memory, and passes over it. */
export interface PasswordWork {
  readonly memoryCost: number
  readonly timeCost: number
}

export const passwordWork: PasswordWork = { memoryCost: 19_456, timeCost: 2 }

// Argon2id by its number: the package's enumeration does not exist at run time.
const inOneLane = { algorithm: 2, parallelism: 1 } as const

/** Unifies the accents and widths of all keyboards. */
const normalised = (password: string): string => password.normalize('NFKC')

/** Hashes passwords. Tests of other subjects use less work than the real one. */
export class Passwords {
  /** The hash of discarded random bytes. Unknown users are compared with it, so that timing reveals no user ids. */
  readonly decoy: string
  readonly #options: PasswordWork & typeof inOneLane

  constructor(work: PasswordWork = passwordWork) {
    this.#options = { ...work, ...inOneLane }
    this.decoy =
      `$argon2id$v=19$m=${work.memoryCost},t=${work.timeCost},p=1` +
      '$oBu28cED5PJwAPZ8HYXGNg$5tDuIxwYsc74Sb72ZPCuJeTGT4wA66UBHLyM+am8fTg'
  }

  hash(password: string): Promise<string> {
    return hash(normalised(password), this.#options)
  }

  /** Hashes a text that contains a password, to recognise it. Guessing costs as much as from a password's hash. */
  recognise(text: string, salt: Uint8Array): Promise<Buffer> {
    return hashRaw(text, { ...this.#options, salt })
  }
}

export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, normalised(password))

// The 10,000 most common passwords (the list "passwords" of @zxcvbn-ts/language-common 4.1.3, LICENSES/zxcvbn-ts.txt) and the
// 5,000 most common of twelve characters and more (SecLists, LICENSES/seclists.txt), in lower case: the first five bytes of the
// SHA-256 of each, one after the other. One in a hundred million other texts is mistaken for a common password.

const size = 5
const prefix = (digest: Buffer, offset = 0): number => digest.readUIntBE(offset, size)

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
