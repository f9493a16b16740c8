// The examples of deploy: what docs/asvs.md says of them.

import { allEndpoints } from '#reports/endpoints.ts'
import { callPrefixes } from '#server/http/serve-page.ts'
import { expect, test } from 'vitest'
import { read } from './repository.ts'

/** The block of the Caddyfile for an address, without its braces. */
const caddyBlock = (address: string): string => {
  const [, block = ''] = read('deploy/Caddyfile').split(`\n${address} {\n`)
  return block.slice(0, block.indexOf('\n}'))
}

test('Caddy leads pages from HTTP to HTTPS, and refuses every call by HTTP', () => {
  expect(read('deploy/Caddyfile')).toContain('\tauto_https disable_redirects\n')
  const block = caddyBlock('http://{$SITE}')
  const paths = /^\t\tnot path (.*)$/m.exec(block)?.[1]?.split(' ')
  expect(paths).toEqual(callPrefixes.map((prefix) => `${prefix}*`))
  for (const { path } of Object.values(allEndpoints)) {
    expect(callPrefixes.filter((prefix) => path.startsWith(prefix))).toHaveLength(1)
  }
  expect(block).toContain('\n\t\tmethod GET HEAD\n')
  expect(block.match(/^\tredir .*$/gm)).toEqual(['\tredir @page https://{host}{uri} permanent'])
  expect(block).toContain('\n\trespond "Use HTTPS" 403')
  expect(block).not.toContain('reverse_proxy')
})

test('Caddy says of HTTPS only what the portal has not said', () => {
  expect(caddyBlock('https://{$SITE}')).toContain('header ?Strict-Transport-Security "max-age=31536000"')
})

test('systemd lets the portal speak with its own machine and with nothing else', () => {
  const addresses = read('deploy/systemd/portal.service').match(/^IPAddress.*$/gm)
  expect(addresses).toEqual(['IPAddressDeny=any', 'IPAddressAllow=localhost'])
})
