import { hash, hashRaw, verify } from '@node-rs/argon2'

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
