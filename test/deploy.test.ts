// @module-tag gate

// Checks the deployment examples against the statements about them in docs/asvs.md.

import { expect, test } from 'vitest'
import { mostTableBytes } from '#domain/import/import.ts'
import { allEndpoints } from '#reports/endpoints.ts'
import { readConfig } from '#server/config.ts'
import { callPrefixes } from '#server/http/serve-page.ts'
import { read } from './repository.ts'

/** Returns the block of the Caddyfile for an address, without its braces. */
const caddyBlock = (address: string): string => {
  const [, block = ''] = read('deploy/Caddyfile').split(`\n${address} {\n`)
  return block.slice(0, block.indexOf('\n}'))
}

test('Caddy redirects pages from HTTP to HTTPS, and refuses every API call over HTTP', () => {
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

test('Caddy sets Strict-Transport-Security only if the portal has not set it', () => {
  expect(caddyBlock('https://{$SITE}')).toContain('header ?Strict-Transport-Security "max-age=31536000"')
})

test('Caddy accepts a large body only for the table of an import', () => {
  const block = caddyBlock('https://{$SITE}')
  for (const lines of [
    ['@table path /imports/start/*', 'request_body @table {', `\tmax_size ${mostTableBytes / 1_000_000}MB`],
    ['@other not path /imports/start/*', 'request_body @other {', '\tmax_size 64KB'],
  ])
    expect(block).toContain(lines.map((each) => `\n\t${each}`).join(''))
  const large = Object.values(allEndpoints).filter((endpoint) => 'largestBody' in endpoint)
  expect(large.map(({ path }) => path)).toEqual(['/imports/start/:campus'])
})

test('every proxy in front of the portal limits the concurrent calls per client address, which Caddy forwards', () => {
  const block = caddyBlock('https://{$SITE}')
  expect(block).toContain('\treverse_proxy limits:3000 {\n\t\theader_up X-Forwarded-For {remote_host}\n')
  for (const file of ['deploy/limits.cfg', 'deploy/ha/haproxy.cfg']) {
    expect(read(file)).toContain('req.hdr_ip(x-forwarded-for,-1),ipmask(32,64)')
    expect(read(file)).toContain('\n    http-request deny deny_status 429 if { sc_conn_cur(0) gt 200 }\n')
  }
})

/** Returns the indented lines below a top-level name of compose.yaml, with one level of indentation removed. */
function composeBlock(text: string, name: string): string {
  const [, block = ''] = new RegExp(`^${name}:(.*\\n(?: +.*\\n|\\n)*)`, 'm').exec(text) ?? []
  return block.replaceAll(/^ {2}/gm, '')
}

const compose = `${read('compose.yaml')}\n`
const service = (name: string): string => composeBlock(composeBlock(compose, 'services'), name)

/** Returns the environment that compose gives the app of a site, with the URLs that its shell builds from secrets. */
function composeSettings(site: string): Record<string, string> {
  const lines = composeBlock(service('app'), 'environment').matchAll(/^([A-Z_]+): '?(.*?)'?$/gm)
  const exports = service('app').matchAll(/export ([A-Z_]+)="(.*)"$/gm)
  const settings = [...lines, ...exports].map(([, name = '', value = '']): [string, string] => [
    name,
    value
      .replaceAll(/\$\{SITE:\?[^}]*\}/g, site)
      .replaceAll(/\$\{\w+:-\}/g, '')
      .replaceAll(/\$\$\(cat \/run\/secrets\/(\w+)\)/g, 'secret-$1')
      .replaceAll('$$DATABASE_HOST', 'database'),
  ])
  return Object.fromEntries(settings)
}

test('compose gives the app only settings that it knows, its own proxy as trusted, and the URL of the site', () => {
  const { DATABASE_HOST: host, ...settings } = composeSettings('portal.example.org')
  expect(composeBlock(compose, 'services')).toContain(`\n${host}:\n`)
  for (const name of Object.keys(settings)) expect(read('src/server/config.ts')).toContain(`\n    ${name}: `)
  const config = readConfig(settings)
  const [, address] = /front: \{ ipv4_address: (.*) \}/.exec(service('limits')) ?? []
  expect(config).toMatchObject({
    publicUrl: 'https://portal.example.org',
    trustedProxies: [address],
    databaseUrl: 'postgres://app:secret-app@database:5432/school',
    migrationUrl: 'postgres://owner:secret-owner@database:5432/school',
    backupDir: '/backups',
    backupKey: null,
    demo: false,
  })
})

test("compose keeps backups on a volume that the image creates for the server's user", () => {
  expect(service('app')).toContain("volumes: ['notes:/data', 'backups:/backups']")
  expect(composeBlock(compose, 'volumes')).toContain('backups:')
  expect(read('Dockerfile')).toContain('\nRUN install -d -m 0700 -o node -g node /data /backups\n')
})

test.each(['proxy', 'limits', 'app', 'database'])(
  'compose runs %s with a read-only root and without capabilities',
  (name) => {
    expect(service(name)).toContain('\nread_only: true\n')
    expect(service(name)).toContain('\ncap_drop: [ALL]\n')
    expect(service(name)).toContain("\nsecurity_opt: ['no-new-privileges:true']\n")
  },
)

test('compose publishes only the ports of the proxy, and reads every secret from a file', () => {
  const services = composeBlock(compose, 'services')
  expect(services.match(/^ +ports:.*$/gm)).toHaveLength(1)
  expect(service('proxy')).toContain("\nports: ['80:80', '443:443']\n")
  const used = [...services.matchAll(/^ +secrets: \[(.*)\]$/gm)].flatMap(([, names = '']) =>
    names.split(', '),
  )
  const files = [...composeBlock(compose, 'secrets').matchAll(/^(\w+): \{ file: (.*) \}$/gm)]
  expect(new Set(files.map(([, name]) => name))).toEqual(new Set(used))
  expect(files.every(([, name, file]) => file === `./secrets/${name}`)).toBe(true)
  for (const folder of ['.env', 'secrets/']) expect(read('.gitignore').split('\n')).toContain(folder)
  expect(read('.dockerignore').split('\n')).toContain('*')
})

test('the image runs as an ordinary user, and its health check needs the database', () => {
  const [, last = ''] = /[^]*\nFROM node:24-slim\n([^]*)$/.exec(read('Dockerfile')) ?? []
  expect(last).toContain('\nUSER node\n')
  expect(/^HEALTHCHECK [^]*?\n {2}CMD (.*)$/m.exec(last)?.[1]).toContain('/readyz')
})

test('the other examples use the proxy address and the stop timeout of compose', () => {
  const script = read('scripts/try-container')
  expect(script).toContain(`\nproxy_address=${composeSettings('any')['TRUSTED_PROXIES']}\n`)
  const [, seconds] = /^stop_grace_period: (\d+)s$/m.exec(service('app')) ?? []
  expect(script).toContain(`\ngrace_seconds=${seconds}\n`)
  expect(read('deploy/systemd/portal.service')).toContain(`\nTimeoutStopSec=${seconds}\n`)
  const examples = read('docs/operating.md')
  expect(examples).toContain(`--stop-timeout ${seconds} `)
  expect(examples).toContain(`\nterminationGracePeriodSeconds: ${seconds}\n`)
})

test('systemd lets the portal connect to localhost only', () => {
  const addresses = read('deploy/systemd/portal.service').match(/^IPAddress.*$/gm)
  expect(addresses).toEqual(['IPAddressDeny=any', 'IPAddressAllow=localhost'])
})
