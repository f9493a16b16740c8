import { hash, hashRaw, verify } from '@node-rs/argon2'

// Argon2id by its number: the package's enumeration leaves nothing behind to import. 19 MiB, two passes, one lane.
const work = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Made of random bytes that nobody kept, with the same work as a real one. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$oBu28cED5PJwAPZ8HYXGNg$5tDuIxwYsc74Sb72ZPCuJeTGT4wA66UBHLyM+am8fTg'

/** The same accents and widths whatever keyboard they were typed on. */
const asTyped = (password: string): string => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(asTyped(password), work)

/** A hash to recognise a text by that holds a password: as dear to guess from as a password's own. */
export const hashForRecognition = (text: string, salt: Uint8Array): Promise<Buffer> =>
  hashRaw(text, { ...work, salt })

/** Whether the password is the one hashed; without a hash it takes as long and says no, so that time tells nobody who is on the staff. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const same = await verify(passwordHash ?? nobodysHash, asTyped(password))
  return same && passwordHash !== null
}
