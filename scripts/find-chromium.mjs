import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Switches off the browser's background work and network access. */
export const chromiumArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Finds the browser for the tests: CHROMIUM_PATH, otherwise Playwright's, otherwise the system's. @returns {string | undefined} */
export function findChromium() {
  const configured = process.env['CHROMIUM_PATH']
  if (configured) return configured
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(':')]
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [chromium.executablePath(), ...candidates].find(isProgram)
}

/** Finds the browser for the tests, or installs one. Throws if that fails. @returns {string} */
export function needChromium() {
  for (const install of [['npx', 'playwright', 'install', '--with-deps', 'chromium'], ...debianInstalls()]) {
    if (findChromium()) break
    console.error(`No Chromium found: ${install.join(' ')} …`)
    run(install)
  }
  const program = findChromium()
  if (program && isProgram(program)) return program
  throw new Error(
    'No Chromium found, and it could not be installed. Install one and set its path, e.g. CHROMIUM_PATH=/usr/bin/chromium npm test',
  )
}

/** The commands that install the system's browser, if this user may run them. */
const debianInstalls = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version')
    ? [
        ['apt-get', 'update'],
        ['apt-get', 'install', '-y', 'chromium-headless-shell'],
      ]
    : []

/** @param {readonly string[]} command */
function run([program = '', ...args]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(program, args, { env, stdio: ['ignore', 'inherit', 'inherit'], timeout: 8 * 60_000 })
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
