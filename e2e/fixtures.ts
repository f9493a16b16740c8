import { test as playwrightTest, type Page } from '@playwright/test'
import axe from 'axe-core'
import { startServer, type RunningServer } from '#test/running-server.ts'
import { copySchool, type School } from '#test/school-copies.ts'

export { expect } from '@playwright/test'

/** Marks the tests of `npm test`; the others run in the gate. */
export const journey = { tag: '@journey' }

interface Fixtures {
  /** A fresh copy of the demo school. */
  readonly school: School
  /** The built server, started on that school. */
  readonly server: RunningServer
}

const createSchool = (): Promise<School> => copySchool(JSON.parse(process.env['READY_SCHOOL'] ?? '{}'))

const startDemo = (school: School): Promise<RunningServer> => startServer({ ...school.settings, DEMO: '1' })

/** Closes a server after its tests. If it crashed, throws its output: the test only sees a refused connection. */
async function closeServer({ process: { exitCode }, output, close }: RunningServer): Promise<void> {
  if (exitCode) throw new Error(`The server ended with code ${exitCode}. Its output:\n${output()}`)
  await close()
}

/** Ignores requests that are open when a test ends, because the page's routes can no longer continue them. */
const base = playwrightTest.extend({
  page: async ({ page }, use) => {
    await use(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
})

/** A test of the built product, with its own server on a fresh copy of the demo school. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from this pattern
  school: async ({}, use) => {
    const school = await createSchool()
    await use(school)
    await school.remove()
  },
  server: async ({ school }, use) => {
    const server = await startDemo(school)
    await use(server)
    await closeServer(server)
  },
  baseURL: async ({ server }, use) => use(server.url),
})

/** A test that only reads; such tests share one server per worker. */
export const readOnlyTest = base.extend<object, { readonly sharedServer: RunningServer }>({
  sharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const school = await createSchool()
      const server = await startDemo(school)
      await use(server)
      await closeServer(server)
      await school.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ sharedServer }, use) => use(sharedServer.url),
})

/** The rules that a popup breaks: Mantine adds it outside all landmarks, and a dialog's header is a second banner. */
const popupExceptions = ['region', 'landmark-no-duplicate-banner', 'landmark-unique']

/** Finds the page's current accessibility violations, each with its rule and element. */
export async function findViolations(page: Page, { hasPopup = false } = {}): Promise<string[]> {
  // Loads axe once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (disabledRules) => {
      // Finishes transitions, so that axe judges final colours. An endless animation cannot finish.
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel()
        else animation.finish()
      }
      const rules = Object.fromEntries(disabledRules.map((rule) => [rule, { enabled: false }]))
      const { violations } = await window.axe.run({ resultTypes: ['violations'], rules })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => `${location.pathname}: ${id} at ${target.join(' ')}`),
      )
    },
    hasPopup ? popupExceptions : [],
  )
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}
