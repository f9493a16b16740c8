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

const freshSchool = (): Promise<School> => copySchool(JSON.parse(process.env['READY_SCHOOL'] ?? '{}'))

const serverOn = (school: School): Promise<RunningServer> => startServer({ ...school.settings, DEMO: '1' })

/** Closes a server after its tests. Reports the reason of an earlier crash, as tests saw only a refused connection. */
async function closeServer({ process: { exitCode }, output, close }: RunningServer): Promise<void> {
  if (exitCode) throw new Error(`The server ended with code ${exitCode}. Its output:\n${output()}`)
  await close()
}

/** Ignores requests of a page that still loads at the end, which its routes can no longer continue. */
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
    const school = await freshSchool()
    await use(school)
    await school.remove()
  },
  server: async ({ school }, use) => {
    const server = await serverOn(school)
    await use(server)
    await closeServer(server)
  },
  baseURL: async ({ server }, use) => use(server.url),
})

/** A test that changes nothing in the school: the tests of a worker share one server. */
export const readingTest = base.extend<object, { readonly sharedServer: RunningServer }>({
  sharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const school = await freshSchool()
      const server = await serverOn(school)
      await use(server)
      await closeServer(server)
      await school.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ sharedServer }, use) => use(sharedServer.url),
})

/** The library adds elements outside any landmark at the end of the page, and a dialog's head is a second banner. */
const besidesLandmarks = ['region', 'landmark-no-duplicate-banner', 'landmark-unique']

/** The page's current accessibility violations, each with its rule and element. */
export async function findViolations(page: Page, { hasPopup = false } = {}): Promise<string[]> {
  // Once for each page that is loaded.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (off) => {
      // A colour in transition belongs to neither look. An endless animation cannot be awaited.
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel()
        else animation.finish()
      }
      const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]))
      const { violations } = await window.axe.run({ resultTypes: ['violations'], rules })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => `${location.pathname}: ${id} at ${target.join(' ')}`),
      )
    },
    hasPopup ? besidesLandmarks : [],
  )
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}
