import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @typedef {{ passed: number, failed: number, skipped: number }} Sums */

/** @type {Sums} */
const none = { passed: 0, failed: 0, skipped: 0 }
const finished = 'finished.json'

/**
 * What the runners' own reports in a folder add up to. A runner that fell over without naming a test, or never came
 * to its end, counts as one failure.
 * @param {string} folder
 * @returns {Sums}
 */
export function sumReports(folder) {
  const sums = add([
    sumOf(join(folder, 'vitest.json'), vitestSums),
    sumOf(join(folder, 'walks.json'), walkSums),
  ])
  const { clean } = existsSync(join(folder, finished)) ? readJson(join(folder, finished)) : { clean: false }
  return clean || sums.failed > 0 ? sums : { ...sums, failed: 1 }
}

/** Notes that every runner came to its end, and whether all of them ended well. */
export const markFinished = (/** @type {string} */ folder, /** @type {boolean} */ clean) =>
  writeFileSync(join(folder, finished), JSON.stringify({ clean }))

const add = (/** @type {Sums[]} */ all) =>
  all.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    none,
  )

/** The one plain line that a test run ends with. @param {Sums} sums */
export const sumLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`

/** @param {string} path @param {(report: any) => Sums} read @returns {Sums} */
const sumOf = (path, read) => (existsSync(path) ? read(readJson(path)) : none)

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** A file that could not even be read by the runner counts as one failure. @param {any} report @returns {Sums} */
function vitestSums(report) {
  const broken = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** A walk that passed only at a second try has failed. @param {any} report @returns {Sums} */
function walkSums({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (stats.unexpected ? 0 : errors.length),
    skipped: stats.skipped,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(sumLine(add(process.argv.slice(2).map(sumReports))))
