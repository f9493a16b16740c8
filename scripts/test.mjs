import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { needChromium } from './find-chromium.mjs'
import { readyBuild, requireNode } from './ready-build.mjs'
import { addResults, printResult, resultOf, unfinished, writeResult } from './test-result.mjs'

const onServer = Boolean(process.env['DATABASE_URL'])
/** The kinds of tests that `npm test` runs. */
const standardKinds = ['rules', 'calls', 'screens', 'journeys']
/** The kinds that `npm run stress` runs: all that an engine can fail. `.ci/run` runs screens on the embedded engine. */
const stressKinds = ['calls', 'gate', ...(onServer ? ['screens'] : []), 'e2e', 'stress']
const browserKinds = ['journeys', 'e2e']
const kinds = new Set([...standardKinds, 'added-head', 'gate', 'engine', 'e2e', 'stress'])

const { only, result } = readArguments()
requireNode()
mkdirSync(dirname(result), { recursive: true })
writeResult(result, unfinished(result))

const inBrowser = only.filter((kind) => browserKinds.includes(kind))
if (inBrowser.length > 0) process.env['CHROMIUM_PATH'] = browser()
if (inBrowser.length > 0 || only.includes('stress')) await readyBuild()

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

const results = [await runVitest(only.filter((kind) => !browserKinds.includes(kind))), await runPlaywright()]
const sum = addResults(results.flat())
writeResult(result, sum)
if (!printResult(sum)) process.exitCode = 1

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      stress: { type: 'boolean', default: false },
      result: { type: 'string', default: '.reports/tests.json' },
    },
  })
  const chosen = values.only?.split(',') ?? (values.stress ? stressKinds : standardKinds)
  const unknown = chosen.find((kind) => !kinds.has(kind))
  if (unknown === undefined) return { only: chosen, result: values.result }
  console.error(`Unknown kind of test "${unknown}": choose from ${[...kinds].join(', ')}.`)
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

/** @param {readonly string[]} projects */
async function runVitest(projects) {
  if (projects.length === 0) return []
  const report = `${result}.vitest`
  return run('vitest', report, [
    'vitest/vitest.mjs',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--silent=passed-only',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
}

async function runPlaywright() {
  if (inBrowser.length === 0) return []
  const report = `${result}.playwright`
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report
  return run('playwright', report, [
    '@playwright/test/cli.js',
    'test',
    '--reporter=list,json',
    ...(inBrowser.includes('e2e') ? [] : ['--grep=@journey']),
  ])
}

/** @param {'vitest' | 'playwright'} runner @param {string} report @param {string[]} args */
async function run(runner, report, [program = '', ...args]) {
  if (stoppedBy) return [unfinished(runner)]
  rmSync(report, { force: true })
  running = spawn(process.execPath, [join('node_modules', program), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(running, 'exit')
  return [resultOf(runner, report, code)]
}
