// Asks the registry whether a package that the product ships has a known hole; fails from "high" on. Where nobody
// answers (no network, a mirror without that service) it says so and fails nothing: a check must not hang on the weather.

import { spawnSync } from 'node:child_process'

const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
  env: { ...process.env, npm_config_fetch_retries: '0' },
})
const report = read(stdout)
const counts = report?.metadata?.vulnerabilities
if (!counts) {
  console.log(
    `The registry was not asked for known holes: ${report?.message ?? stderr.trim().split('\n').at(-1)}`,
  )
} else if (counts.high + counts.critical > 0) {
  for (const [name, { severity }] of Object.entries(report.vulnerabilities))
    console.log(`${name}: ${severity}`)
  console.log('npm audit tells more.')
  process.exitCode = 1
}

/** @param {string} text @returns {any} */
function read(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
