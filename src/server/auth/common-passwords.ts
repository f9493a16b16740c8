import { createHash } from 'node:crypto'
import common from './common-passwords.json' with { type: 'json' }

// The 10,000 most common passwords (the list "passwords" of @zxcvbn-ts/language-common 4.1.3, LICENSES/zxcvbn-ts.txt) and the
// 5,000 most common of twelve characters and more (SecLists, LICENSES/seclists.txt), in lower case: the first five bytes of the
// SHA-256 of each, one after the other. Of a hundred million other texts one is taken for a common password.

const size = 5
const first = (hash: Buffer, at = 0): number => hash.readUIntBE(at, size)

const hashes = Buffer.from(common.hashes, 'base64')
const known = new Set(Array.from({ length: hashes.length / size }, (_, place) => first(hashes, place * size)))

/**
 * True if this text, in lower case, is one of the 10,000 most common passwords, or of the 5,000 most common long ones.
 */
export const isCommonPassword = (text: string): boolean =>
  known.has(first(createHash('sha256').update(text).digest()))
