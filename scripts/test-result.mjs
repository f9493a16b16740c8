import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, skipped: number, failures: readonly string[] }} Result of a run; each failure has its reason */

/** @param {string} message */
const failedRun = (message) => ({ passed: 0, skipped: 0, failures: [message] })

/** The result in the file of a run until the run ends, so that a killed run counts as failed. @param {string} file */
export const unfinished = (file) => failedRun(`${file}: the run did not finish`)

/** @param {string} file @param {Result} result */
export const writeResult = (file, result) => writeFileSync(file, JSON.stringify(result))

/** @param {string} file @returns {Result} */
const readResult = (file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : failedRun(`${file}: no test was run`)

/** @param {readonly Result[]} results @returns {Result} */
export const addResults = (results) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  skipped: results.reduce((sum, { skipped }) => sum + skipped, 0),
  failures: results.flatMap(({ failures }) => failures),
})

/** Returns the result in a runner's JSON report. A runner that reports no failure but exits with an error has failed. @param {'vitest' | 'playwright'} runner @param {string} report its file @param {number | null} code @returns {Result} */
export function resultOf(runner, report, code) {
  if (!existsSync(report)) return failedRun(`${runner}: the test runner did not finish (exit code ${code})`)
  const result = readers[runner](JSON.parse(readFileSync(report, 'utf8')))
  if (result.failures.length > 0 || (code === 0 && result.passed > 0)) return result
  const reason = code === 0 ? 'no test was run' : `the test runner ended with exit code ${code}`
  return { ...result, failures: [`${runner}: ${reason}`] }
}

const readers = {
  /** @param {import('vitest/reporters').JsonTestResults} report @returns {Result} */
  vitest: ({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    skipped: testResults.flatMap(testsInFile).filter(({ status }) => status === 'skipped').length,
    failures: testResults.flatMap(failuresInFile),
  }),
  /** @param {import('@playwright/test/reporter').JSONReport} report @returns {Result} */
  playwright: ({ stats, suites, errors }) => ({
    passed: stats.expected,
    skipped: stats.skipped,
    failures: [...errors.map(({ message }) => firstLine(message)), ...suites.flatMap(failuresInSuite)],
  }),
}

/** @typedef {import('vitest/reporters').JsonTestResults['testResults'][number]} TestFile */

/** @param {TestFile} file */
const testsInFile = ({ assertionResults }) => assertionResults

/** A file fails without a failed test if it cannot be loaded or one of its hooks fails. @param {TestFile} file */
function failuresInFile({ name, status, message, assertionResults }) {
  const path = relative(process.cwd(), name)
  const failures = assertionResults.flatMap(({ status: state, fullName, failureMessages: reasons }) => {
    if (state === 'failed') return [`${path} > ${fullName}: ${firstLine(reasons?.[0])}`]
    return state === 'pending' ? [`${path} > ${fullName}: did not finish`] : []
  })
  if (status !== 'failed' || failures.length > 0) return failures
  return [`${path}: ${firstLine(message || 'a hook failed, as shown above')}`]
}

/** @param {import('@playwright/test/reporter').JSONReportSuite} suite @returns {string[]} */
const failuresInSuite = ({ specs, suites = [] }) => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const error = results.find((attempt) => attempt.error)?.error
        return `e2e/${file} > ${title}: ${firstLine(error?.message)}`
      }),
  ),
  ...suites.flatMap(failuresInSuite),
]

/** @param {string | undefined} message */
const firstLine = (message = 'no reason given') =>
  stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? ''

/** Prints each failure on one line and then the sums; returns true if there was no failure. @param {Result} result */
export function printResult({ passed, skipped, failures }) {
  for (const failure of failures) console.log(`FAILED ${firstLine(failure)}`)
  console.log(`${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failures.length === 0
}

// Prints the sums of the results of several runs.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!printResult(addResults(process.argv.slice(2).map(readResult)))) process.exitCode = 1
}
