// Fails when a production dependency has a known vulnerability of severity "high" or above. Passes with a notice if the
// registry cannot be queried (no network, a mirror without that service).

import { spawnSync } from 'node:child_process'

const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
  env: { ...process.env, npm_config_fetch_retries: '0' },
})
// Without the registry, npm prints a message or nothing.
const report = stdout.startsWith('{') ? JSON.parse(stdout) : {}
const counts = report.metadata?.vulnerabilities
if (!counts) {
  console.log(
    `The registry could not be queried for known vulnerabilities: ${report.message ?? stderr.trim().split('\n').at(-1)}`,
  )
} else if (counts.high + counts.critical > 0) {
  for (const [name, { severity }] of Object.entries(report.vulnerabilities))
    console.log(`${name}: ${severity}`)
  console.log('For details run: npm audit')
  process.exitCode = 1
}
