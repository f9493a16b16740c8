import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** Switches that turn off the browser's background work and network access. */
export const chromiumArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Finds the browser for the tests: the one named by CHROMIUM_PATH, otherwise Playwright's, otherwise the system's.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(':')]
  const places = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [chromium.executablePath(), ...places].find(isProgram)
}

/**
 * Finds the browser for the tests, and installs one when there is none. Throws when that fails.
 * @returns {string}
 */
export function needChromium() {
  const found = findChromium() ?? installFromPlaywright() ?? installFromDebian()
  if (!found || !isProgram(found)) {
    throw new Error(
      'No Chromium found, and it could not be installed. Install one and set its path, e.g. CHROMIUM_PATH=/usr/bin/chromium npm test',
    )
  }
  return found
}

function installFromPlaywright() {
  console.error('No Chromium found: installing the one from Playwright …')
  run('npx', ['playwright', 'install', '--with-deps', 'chromium'])
  return findChromium()
}

function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  console.error('Installing Chromium from the system packages …')
  run('apt-get', ['update'])
  run('apt-get', ['install', '-y', 'chromium'])
  return findChromium()
}

/** @param {string} program @param {string[]} args */
function run(program, args) {
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
