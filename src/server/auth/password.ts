import { hash, hashRaw, verify } from '@node-rs/argon2'

// Argon2id by its number: the package's enumeration does not exist at run time. 19 MiB, two passes, one lane.
const work = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash of discarded random bytes, with the same work as a real one. */
const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$oBu28cED5PJwAPZ8HYXGNg$5tDuIxwYsc74Sb72ZPCuJeTGT4wA66UBHLyM+am8fTg'

/** The same accents and widths from every keyboard. */
const normalised = (password: string): string => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(normalised(password), work)

/** A hash that recognises a text which contains a password: as expensive to guess from as the password's own. */
export const hashForRecognition = (text: string, salt: Uint8Array): Promise<Buffer> =>
  hashRaw(text, { ...work, salt })

/** Whether the password has this hash. Without a hash it takes as long and is false, so timing reveals no user ids. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const same = await verify(passwordHash ?? decoyHash, normalised(password))
  return same && passwordHash !== null
}
