import { TOTP, URI } from 'otpauth'
import { expect, test } from 'vitest'
import { recoveryCodes } from '#contract/factor-fields.ts'
import { appAddress, inGroups, makeAppSecret, makeRecoveryCodes } from './factor-dialogs.tsx'

test('secrets are long, differ, and use every letter of base32', () => {
  const made = Array.from({ length: 200 }, makeAppSecret)
  for (const secret of made) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(made).size).toBe(200)
  expect(new Set(made.join('')).size).toBe(32)
  expect(inGroups('ABCDEFGH')).toBe('ABCD EFGH')
})

test.each(['Green Valley School', 'گرین ویلی', 'A & B: "C" / 50%?'])(
  'another library reads the address of %s as that account',
  (school) => {
    const secret = makeAppSecret()
    const read = URI.parse(appAddress(school, 'desk+1@main.test', secret))
    if (!(read instanceof TOTP)) throw new Error('Not read as a time-based code')
    const { issuer, label, algorithm, digits, period } = read
    expect({ issuer, label, algorithm, digits, period }).toEqual({
      issuer: school.replaceAll(':', ' '),
      label: 'desk+1@main.test',
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
    })
    expect(read.secret.base32).toBe(secret)
  },
)

test('recovery codes are ones that the server takes, differ, and have at least 112 random bits each', () => {
  const made = Array.from({ length: 40 }, makeRecoveryCodes)
  for (const codes of made) expect(recoveryCodes.parse(codes)).toEqual(codes)
  const codes = made.flat().map((code) => code.replaceAll('-', ''))
  expect(new Set(codes).size).toBe(400)
  const letters = new Set(codes.join('')).size
  for (const code of codes) expect(code.length * Math.log2(letters)).toBeGreaterThanOrEqual(112)
})
