import { fileURLToPath } from 'node:url'
import { addOutcomes, firstLine, readJournals } from './test-journal.mjs'

/**
 * Prints each failure on one line, then the totals of all folders.
 * @param {readonly string[]} folders of journals
 * @returns {boolean} whether tests were run and all of them passed
 */
export function printSummary(folders) {
  const outcomes = folders.map((folder) => ({ folder, ...readJournals(folder) }))
  for (const { folder, failures } of outcomes) {
    for (const failure of failures) console.log(`FAILED (${folder}) ${firstLine(failure)}`)
  }
  const { passed, skipped, failures } = addOutcomes(outcomes)
  console.log(`${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failures.length === 0 && passed > 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!printSummary(process.argv.slice(2))) process.exitCode = 1
}
