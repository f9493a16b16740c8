import { expect, test } from 'vitest'
import { recoveryCodes } from '#contract/factor-fields.ts'
import { makeRecoveryCodes } from './recovery-codes.tsx'

test('recovery codes are ones that the server takes, differ, and have at least 112 random bits each', () => {
  const made = Array.from({ length: 40 }, makeRecoveryCodes)
  for (const codes of made) expect(recoveryCodes.parse(codes)).toEqual(codes)
  const codes = made.flat().map((code) => code.replaceAll('-', ''))
  expect(new Set(codes).size).toBe(400)
  const letters = new Set(codes.join('')).size
  for (const code of codes) expect(code.length * Math.log2(letters)).toBeGreaterThanOrEqual(112)
})
