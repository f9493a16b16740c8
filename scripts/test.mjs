import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { needChromium } from './find-chromium.mjs'
import { readyBuild, requireNode } from './ready-build.mjs'
import { markFinished, sumLine, sumReports } from './reports.mjs'

/** What `npm test` runs; `npm run stress` runs the stress tests and the long e2e tests. */
const everyday = ['rules', 'calls', 'screens', 'e2e']
const kinds = [...everyday, 'stress', 'e2e-long']

const { only, reports } = readArguments()
requireNode()
/** The Playwright filters of the kinds asked for; both kinds together are every e2e test. */
const browserRuns = [
  ['e2e', '--grep-invert=@long'],
  ['e2e-long', '--grep=@long'],
].flatMap(([kind = '', which = '']) => (only.includes(kind) ? [which] : []))
if (browserRuns.length > 0) process.env['CHROMIUM_PATH'] = browser()
if (browserRuns.length > 0 || only.includes('stress')) readyBuild()

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const projects = only.filter((kind) => kind !== 'e2e' && kind !== 'e2e-long')
let clean = true
if (projects.length > 0) {
  clean = run('vitest.json', 'vitest/vitest.mjs', [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'vitest.json')}`,
  ])
}
if (browserRuns.length > 0) {
  const which = browserRuns.length === 1 ? browserRuns : []
  clean = run('e2e.json', '@playwright/test/cli.js', ['test', '--reporter=list,json', ...which]) && clean
}

markFinished(reports, clean)
const sums = sumReports(reports)
console.log(sumLine(sums))
process.exitCode = sums.failed > 0 || sums.passed === 0 ? 1 : 0

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: everyday.join() },
      reports: { type: 'string', default: '.reports' },
    },
  })
  const chosen = values.only.split(',')
  const unknown = chosen.find((kind) => !kinds.includes(kind))
  if (unknown === undefined) return { only: chosen, reports: values.reports }
  console.error(`Unknown kind of test "${unknown}": choose from ${kinds.join(', ')}.`)
  process.exit(1)
}

function browser() {
  try {
    return needChromium()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** Runs one of the runners; true when it ended well and left its report. */
function run(/** @type {string} */ report, /** @type {string} */ program, /** @type {string[]} */ args) {
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, report),
  }
  const command = [join('node_modules', program), ...args]
  const { status } = spawnSync(process.execPath, command, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  return status === 0 && existsSync(join(reports, report))
}
