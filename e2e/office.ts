import { test as base } from '@playwright/test'
import { type RunningOffice, startOffice } from './running-office.ts'
import { copyOf } from './school-copies.ts'

export { expect } from '@playwright/test'

/** A walk through the built product: an office of its own, opened on a fresh copy of the demo school. */
export const test = base.extend<{ office: RunningOffice }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads what a fixture needs from this pattern
  office: async ({}, lend) => {
    const school = await copyOf(JSON.parse(process.env['READY_SCHOOL'] ?? '{}'))
    try {
      const office = await startOffice({ ...school.settings, DEMO: '1' })
      await lend(office)
      await office.close()
    } finally {
      await school.remove()
    }
  },
  baseURL: async ({ office }, lend) => lend(office.url),
})
