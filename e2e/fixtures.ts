import { type RunningServer, startServer } from '#test/running-server.ts'
import { copySchool, type School } from '#test/school-copies.ts'
import { test as base } from '@playwright/test'

export { expect } from '@playwright/test'

/** A test of every screen, a whole month or a hundred pages: slow, so it runs with the stress tests. */
export const long = { tag: '@long' }

interface Lent {
  /** A fresh copy of the demo school. */
  readonly school: School
  /** The built product, opened on it. */
  readonly office: RunningServer
}

/** A test of the built product: an office of its own, opened on a fresh copy of the demo school. */
export const test = base.extend<Lent>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads what a fixture needs from this pattern
  school: async ({}, lend) => {
    const school = await copySchool(JSON.parse(process.env['READY_SCHOOL'] ?? '{}'))
    await lend(school)
    await school.remove()
  },
  office: async ({ school }, lend) => {
    const office = await startServer({ ...school.settings, DEMO: '1' })
    await lend(office)
    await office.close()
  },
  baseURL: async ({ office }, lend) => lend(office.url),
})
