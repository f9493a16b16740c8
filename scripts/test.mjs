import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { needChromium } from './find-chromium.mjs'
import { readyBuild, requireNode } from './ready-build.mjs'
import { markFinished, sumLine, sumReports } from './reports.mjs'

/** What `npm test` runs; `npm run trials` runs what takes its time: trials, and surveys of every screen. */
const everyday = ['rules', 'calls', 'screens', 'walks']
const kinds = [...everyday, 'trials', 'surveys']

const { only, reports } = readArguments()
requireNode()
/** Which walks are asked for, as their runner takes it; both kinds are all of them. */
const walks = [
  ['walks', '--grep-invert=@survey'],
  ['surveys', '--grep=@survey'],
].flatMap(([kind = '', which = '']) => (only.includes(kind) ? [which] : []))
if (walks.length > 0) process.env['CHROMIUM_PATH'] = browser()
if (walks.length > 0 || only.includes('trials')) readyBuild()

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const projects = only.filter((kind) => kind !== 'walks' && kind !== 'surveys')
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
if (walks.length > 0) {
  const which = walks.length === 1 ? walks : []
  clean = run('walks.json', '@playwright/test/cli.js', ['test', '--reporter=list,json', ...which]) && clean
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
