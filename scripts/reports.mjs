import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

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
  const sums = add([sumOf(join(folder, 'vitest.json'), vitestSums), sumOf(join(folder, 'e2e.json'), e2eSums)])
  const { clean } = read(join(folder, finished)) ?? { clean: false }
  return clean || sums.failed > 0 ? sums : { ...sums, failed: 1 }
}

/**
 * The tests of a folder's reports that failed, a line each with the first line of its reason.
 * @param {string} folder
 * @returns {string[]}
 */
const failuresIn = (folder) => [
  ...brokenFiles(read(join(folder, 'vitest.json'))),
  ...vitestFailures(read(join(folder, 'vitest.json'))),
  ...brokenE2e(read(join(folder, 'e2e.json'))),
  ...e2eFailures(read(join(folder, 'e2e.json'))),
]

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

/** @param {string} path @param {(report: any) => Sums} sums @returns {Sums} */
function sumOf(path, sums) {
  const report = read(path)
  return report === undefined ? none : sums(report)
}

/** What a report holds; nothing where the runner left none. @param {string} path */
const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** A file that could not even be read by the runner: it failed, and no test of it did. @param {any} file @returns {boolean} */
const isBroken = (file) =>
  file.status === 'failed' &&
  !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed')

/** Such a file counts as one failure. @param {any} report @returns {Sums} */
const vitestSums = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.testResults.filter(isBroken).length,
  skipped: report.numPendingTests + report.numTodoTests,
})

/** An e2e test that passed only at a second try has failed. @param {any} report @returns {Sums} */
const e2eSums = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + (stats.unexpected ? 0 : errors.length),
  skipped: stats.skipped,
})

/** @param {any} file */
const placeOf = (file) => relative(process.cwd(), file.name)

/** Files that could not even be read. @param {any} report @returns {string[]} */
const brokenFiles = (report) =>
  (report?.testResults ?? [])
    .filter(isBroken)
    .map((/** @type {any} */ file) => `${placeOf(file)}: ${firstLine(file.message)}`)

/** @param {any} report @returns {string[]} */
const vitestFailures = (report) =>
  (report?.testResults ?? []).flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter((/** @type {any} */ test) => test.status === 'failed')
      .map(
        (/** @type {any} */ test) =>
          `${placeOf(file)} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`,
      ),
  )

/** @param {any} report @returns {string[]} */
const brokenE2e = (report) =>
  (report?.errors ?? []).map((/** @type {any} */ error) => firstLine(error.message))

/** @param {any} report @returns {string[]} */
const e2eFailures = (report) =>
  (report?.suites ?? []).flatMap(specsIn).flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((/** @type {any} */ test) => {
        const failed = test.results.find((/** @type {any} */ result) => result.errors.length > 0)
        return `${spec.file} > ${spec.title}: ${firstLine(failed?.errors[0].message)}`
      }),
  )

/** @param {any} suite @returns {any[]} */
const specsIn = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)]

/** Without the colours that runners write for a terminal. @param {string | undefined} message */
const firstLine = (message) =>
  stripVTControlCharacters(message ?? 'no reason was told')
    .trim()
    .split('\n', 1)[0]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = process.argv.slice(2)
  for (const folder of folders) {
    for (const line of failuresIn(folder)) console.log(`Failed (${folder}): ${line}`)
  }
  console.log(sumLine(add(folders.map(sumReports))))
}
