import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { needChromium } from './find-chromium.mjs'
import { readyBuild, requireNode } from './ready-build.mjs'
import { journalEnv, startJournals, writeEntry } from './test-journal.mjs'
import { printSummary } from './test-summary.mjs'

/** The kinds that `npm test` runs. */
const standard = ['rules', 'calls', 'screens', 'added-head', 'e2e']
/** The kinds that `npm run stress` runs. */
const slow = ['stress', 'e2e-long']
/** `npm run stress` on PostgreSQL also runs the screens, which `.ci/run` leaves out because they use the database only through calls. */
const slowOnServer = [...slow, 'screens']
const kinds = [...standard, ...slow]

const { only, reports } = readArguments()
requireNode()
/** The Playwright filters of the selected kinds; both together select every e2e test. */
const browserRuns = [
  ['e2e', '--grep-invert=@long'],
  ['e2e-long', '--grep=@long'],
].flatMap(([kind = '', which = '']) => (only.includes(kind) ? [which] : []))
if (browserRuns.length > 0) process.env['CHROMIUM_PATH'] = browser()
if (browserRuns.length > 0 || only.includes('stress')) await readyBuild()

const projects = only.filter((kind) => kind !== 'e2e' && kind !== 'e2e-long')
/** @type {Record<string, string[]>} */
const runners = {
  ...(projects.length > 0 && {
    vitest: [
      'vitest/vitest.mjs',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=./scripts/vitest-journal.mjs',
    ],
  }),
  ...(browserRuns.length > 0 && {
    playwright: [
      '@playwright/test/cli.js',
      'test',
      '--reporter=list,./scripts/playwright-journal.mjs',
      ...(browserRuns.length === 1 ? browserRuns : []),
    ],
  }),
}
const journals = startJournals(reports, Object.keys(runners))
/** @type {import('node:child_process').ChildProcess | undefined} */
let running
/** @type {NodeJS.Signals | undefined} */
let stoppedBy
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    stoppedBy = signal
    running?.kill(signal)
  })
}
for (const [runner, args] of Object.entries(runners)) {
  if (!stoppedBy) await run(args, journals[runner] ?? '')
}
if (!printSummary([reports])) process.exitCode = 1

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      stress: { type: 'boolean', default: false },
      reports: { type: 'string', default: '.reports' },
    },
  })
  const stress = process.env['DATABASE_URL'] ? slowOnServer : slow
  const chosen = values.only?.split(',') ?? (values.stress ? stress : standard)
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

/** Runs a test runner to its end and records its exit code. @param {string[]} args @param {string} journal */
async function run([program = '', ...args], journal) {
  running = spawn(process.execPath, [join('node_modules', program), ...args], {
    env: journalEnv(journal),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(running, 'exit')
  writeEntry({ exit: code ?? 1 }, journal)
}
