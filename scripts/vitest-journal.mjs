import { writeEntry } from './test-journal.mjs'

/** @typedef {import('vitest/node').Reporter} Reporter */

/**
 * Writes the state of each test and each file to the journal, so that it names what a crashed worker did not finish.
 * @implements {Reporter}
 */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter from the default export
export default class VitestJournal {
  /** @param {readonly import('vitest/node').TestSpecification[]} specifications */
  onTestRunStart(specifications) {
    for (const { project, moduleId } of specifications) {
      writeEntry({
        id: fileId(project.name, moduleId),
        name: moduleId.replace(`${process.cwd()}/`, ''),
        state: 'waiting',
      })
    }
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleStart(module) {
    writeEntry({ id: idOf(module), state: 'running' })
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseReady(test) {
    writeEntry({ id: test.id, name: nameOf(test), state: 'running' })
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    writeEntry({
      id: test.id,
      name: nameOf(test),
      state: state === 'pending' ? 'running' : state,
      ...(state === 'failed' && { reason: errors[0]?.message ?? '' }),
    })
  }

  /** @param {import('vitest/node').TestSuite} suite */
  onTestSuiteResult(suite) {
    for (const { message } of suite.errors()) {
      writeEntry({ error: `${suite.module.relativeModuleId} > ${suite.fullName}: ${message}` })
    }
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const [error] = module.errors()
    if (error) writeEntry({ id: idOf(module), state: 'failed', reason: error.message })
    else writeEntry({ id: idOf(module), state: 'finished' })
  }

  /** @param {readonly import('vitest/node').TestModule[]} _modules @param {readonly import('vitest').SerializedError[]} errors */
  onTestRunEnd(_modules, errors) {
    for (const { message } of errors) writeEntry({ error: message })
  }
}

/** @param {string} project @param {string} moduleId */
const fileId = (project, moduleId) => `${project} ${moduleId}`

/** @param {import('vitest/node').TestModule} module */
const idOf = ({ project, moduleId }) => fileId(project.name, moduleId)

/** @param {import('vitest/node').TestCase} test */
const nameOf = ({ module, fullName }) => `${module.relativeModuleId} > ${fullName}`
