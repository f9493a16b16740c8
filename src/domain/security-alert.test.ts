import { expect, test } from 'vitest'
import { alertOf, type Circumstances } from './security-alert.ts'

const usual: Circumstances = {
  hour: 10,
  role: 'write',
  factor: null,
  isKnownDevice: true,
  isFirstSignIn: false,
  recent: [],
}

test.each([
  [{ count: 19, isAlerted: false }, null],
  [{ count: 20, isAlerted: false }, 'many failures'],
  [{ count: 35, isAlerted: false }, 'many failures'],
  [{ count: 20, isAlerted: true }, null],
] as const)('failures with the recent events %j raise the alert %s', (recent, alert) => {
  for (const kind of ['sign-in failed', 'sign-in slowed', 'password refused'] as const) {
    expect(alertOf(kind, { ...usual, recent: [recent] })).toBe(alert)
    expect(alertOf(kind, { ...usual, recent: [{ count: 1, isAlerted: false }, recent] })).toBe(alert)
  }
})

test('20 refusals of a user raise a separate alert', () => {
  expect(alertOf('refused', { ...usual, recent: [{ count: 20, isAlerted: false }] })).toBe('many refusals')
  expect(alertOf('refused', { ...usual, recent: [{ count: 19, isAlerted: false }] })).toBeNull()
})

test.each([
  ['admin', false, false, 'new device'],
  ['admin', true, false, null],
  ['admin', false, true, null],
  ['write', false, false, null],
] as const)(
  'a sign-in as %s (device known: %s, first sign-in: %s) raises the alert %s',
  (role, isKnownDevice, isFirstSignIn, alert) => {
    expect(alertOf('signed in', { ...usual, role, isKnownDevice, isFirstSignIn })).toBe(alert)
  },
)

test.each([
  ['write', 'recovery code', true, 'recovery code'],
  ['read', 'recovery code', false, 'recovery code'],
  ['admin', 'recovery code', false, 'recovery code'],
  ['admin', 'code', false, 'new device'],
  ['write', 'code', false, null],
  ['admin', 'passkey', true, null],
] as const)('a sign-in as %s by %s (known device: %s) raises %s', (role, factor, isKnownDevice, alert) => {
  expect(alertOf('signed in', { ...usual, role, factor, isKnownDevice })).toBe(alert)
})

test.each([
  [21, null],
  [22, 'export at night'],
  [0, 'export at night'],
  [5, 'export at night'],
  [6, null],
] as const)('a file that is saved at %i o’clock raises the alert %s', (hour, alert) => {
  expect(alertOf('exported', { ...usual, hour })).toBe(alert)
})

test('other acts of known users never raise an alert', () => {
  for (const kind of ['record read', 'user changed', 'signed out', 'books closed', 'log read'] as const) {
    expect(alertOf(kind, { ...usual, hour: 23, recent: [{ count: 99, isAlerted: false }] })).toBeNull()
  }
})
