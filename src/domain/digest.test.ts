import { expect, it } from 'vitest'
import { formatDigest } from './digest.ts'

it('writes a digest in groups of four, with the number of its last entry', () => {
  expect(formatDigest({ place: 1459, digits: '3f2a91bc04de77aa' })).toBe(
    '3f2a 91bc 04de 77aa, up to entry 1,459',
  )
})
