import { writeFileSync } from 'node:fs'

/** Writes down which tests passed only at a second try, which the runner's own report does not tell. */
// oxlint-disable-next-line import/no-default-export -- the runner takes its reporters so
export default class SecondTries {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const lines = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
    )
    writeFileSync(process.env['SECOND_TRIES_FILE'] ?? 'second-tries.json', JSON.stringify(lines))
  }
}
