import { rs } from '#test/builders.ts'
import { expect, it } from 'vitest'
import { whyStaysPosted } from './posting.ts'

it.each([
  ['nothing came in on can be unposted', { kind: 'monthly', received: rs(0), corrected: false }, null],
  ['money came in on stays posted', { kind: 'monthly', received: rs(1), corrected: false }, 'received'],
  ['was corrected stays posted', { kind: 'monthly', received: rs(0), corrected: true }, 'corrected'],
  ['is of an admission stays posted', { kind: 'admission', received: rs(0), corrected: false }, 'admission'],
] as const)('a posted voucher that %s', (_, voucher, why) => {
  expect(whyStaysPosted(voucher)).toBe(why)
})
