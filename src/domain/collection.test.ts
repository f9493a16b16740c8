import { expect, it } from 'vitest'
import { collectedShare } from './collection.ts'
import { paisa } from './money.ts'

it.each([
  [1_812_000, 2_680_000, 67.6],
  [0, 100, 0],
  [100, 100, 100],
  [1, 3, 33.3],
  [100, 0, 0],
])('%i received of %i billed are %d percent', (received, billed, share) => {
  expect(collectedShare(paisa(received * 100), paisa(billed * 100))).toBe(share)
})
