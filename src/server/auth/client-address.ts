import { isIPv6 } from 'node:net'

/** Longer than any address: a trusted proxy may forward any text. */
const maxLength = 64

/** Returns the eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(ip: string): string[] {
  const [withoutZone = ''] = ip.split('%')
  const compressed = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1)
  const [before = [], after = []] = compressed
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

/** Returns the IPv4 address, even if written as IPv6, or the /64 network, because one caller has all its addresses. */
export function countedAddress(ip: string): string {
  if (!isIPv6(ip)) return ip.slice(0, maxLength)
  const groups = groupsOf(ip)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join('.')
}
