import { expect, it } from 'vitest'
import { paisa } from './money.ts'
import { shareOf } from './share.ts'

it.each([
  [1_812_000, 2_680_000, 67.6],
  [0, 100, 0],
  [100, 100, 100],
  [1, 3, 33.3],
  [100, 0, 0],
])('%i of %i are %d percent', (part, whole, share) => {
  expect(shareOf(paisa(part * 100), paisa(whole * 100))).toBe(share)
})
