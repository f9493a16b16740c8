import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha-256.ts'

test.each([0, 1, 55, 56, 63, 64, 65, 1000, 300_001])(
  '%i bytes have the hash that Node computes',
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256)
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
  },
)
