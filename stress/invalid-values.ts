// Invalid and hostile values for any field of any call.

import * as fc from 'fast-check'

const strings = [
  '',
  ' ',
  '\u0000',
  '\r\n\t',
  "' or 1=1 --",
  '"; drop table vouchers; --',
  '<script>alert(1)</script>',
  '=1+1',
  '../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%',
  '\\',
  '\ud800',
  '\u202e',
  'ﷺ'.repeat(40),
  'é'.repeat(121),
  'x'.repeat(20_000),
  'NaN',
  'null',
  'Infinity',
  '-1',
  '1e309',
  '0x10',
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '10000-01-01',
  'City Campus',
  '5Red1-202611',
]
const numbers = [
  0,
  -0,
  -1,
  1,
  0.001,
  0.1 + 0.2,
  1e21,
  -1e21,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  9_999_999.99,
  10_000_000,
]
const odd: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[[[]]]],
  JSON.parse('{"__proto__":{"role":"admin"}}'),
  { constructor: { prototype: { role: 'admin' } } },
  { toString: 'x', valueOf: 1 },
  { length: -1 },
  { campus: 'City Campus' },
]

export const invalidValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(...strings, ...numbers, ...odd),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Invalid texts for paths. */
export const invalidText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...strings),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double().map(String),
)
