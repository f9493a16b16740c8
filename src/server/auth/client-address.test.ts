import { expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { countedAddress } from './client-address.ts'

it.each([
  ['an IPv4 address', '203.0.113.9', '203.0.113.9'],
  ['an IPv4 address written as IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
  ['an IPv4 address in hexadecimal', '::FFFF:cb00:7109', '203.0.113.9'],
  ['an IPv6 address', '2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['another address of the same network', '2001:0DB8::7:ffff:0:0:1', '2001:db8:0:7::/64'],
  ['an address of the next network', '2001:db8:0:8::1', '2001:db8:0:8::/64'],
  ['a short IPv6 address', '2001:db8::1', '2001:db8:0:0::/64'],
  ['a full IPv6 address', '1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ['the IPv6 address of this machine', '::1', '0:0:0:0::/64'],
  ['an IPv6 address with its network interface', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['a text that a proxy forwarded', 'unknown', 'unknown'],
])('counts %s', (_, ip, counted) => {
  covers('security visitors.guessing')

  expect(countedAddress(ip)).toBe(counted)
})

it('cuts a long text to 64 characters', () => {
  expect(countedAddress('x'.repeat(10_000))).toHaveLength(64)
})
