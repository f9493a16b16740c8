import { relative } from 'node:path'
import { writeEntry } from './test-journal.mjs'

/** @typedef {import('@playwright/test/reporter').Reporter} Reporter */

/**
 * Writes each test's state to the journal.
 * @implements {Reporter}
 */
// oxlint-disable-next-line import/no-default-export -- Playwright loads a reporter from the default export
export default class PlaywrightJournal {
  /** @param {import('@playwright/test/reporter').FullConfig} _config @param {import('@playwright/test/reporter').Suite} suite */
  onBegin(_config, suite) {
    for (const test of suite.allTests()) writeEntry({ id: test.id, name: nameOf(test), state: 'waiting' })
  }

  /** @param {import('@playwright/test/reporter').TestCase} test */
  onTestBegin(test) {
    writeEntry({ id: test.id, state: 'running' })
  }

  /** @param {import('@playwright/test/reporter').TestCase} test @param {import('@playwright/test/reporter').TestResult} result */
  onTestEnd(test, result) {
    if (result.status === 'skipped') writeEntry({ id: test.id, state: 'skipped' })
    else if (result.status === test.expectedStatus) writeEntry({ id: test.id, state: 'passed' })
    else writeEntry({ id: test.id, state: 'failed', reason: result.error?.message ?? result.status })
  }

  /** @param {import('@playwright/test/reporter').TestError} error */
  onError({ message }) {
    writeEntry({ error: message ?? 'no reason given' })
  }

  printsToStdio() {
    return false
  }
}

/** @param {import('@playwright/test/reporter').TestCase} test */
const nameOf = ({ location, title }) => `${relative(process.cwd(), location.file)} > ${title}`
