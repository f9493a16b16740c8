import { type RunningServer, startServer } from '#test/running-server.ts'
import { copySchool, type School } from '#test/school-copies.ts'
import { test as base } from '@playwright/test'

export { expect } from '@playwright/test'

/** Marks a slow test (every screen, a whole month, a hundred pages); it runs with the stress tests. */
export const long = { tag: '@long' }

interface Fixtures {
  /** A fresh copy of the demo school. */
  readonly school: School
  /** The built server, started on that school. */
  readonly server: RunningServer
}

/** A test of the built product, with its own server on a fresh copy of the demo school. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from this pattern
  school: async ({}, use) => {
    const school = await copySchool(JSON.parse(process.env['READY_SCHOOL'] ?? '{}'))
    await use(school)
    await school.remove()
  },
  server: async ({ school }, use) => {
    const server = await startServer({ ...school.settings, DEMO: '1' })
    await use(server)
    await server.close()
  },
  baseURL: async ({ server }, use) => use(server.url),
})
