import { setTimeout as delay } from 'node:timers/promises'
import { atMost } from '#bench/measurement.ts'
import { feeRecord, shapes } from '#bench/requests.ts'
import { withNewPortal, type Measure } from '#bench/site.ts'

const clients = 8
const readsPerClient = 3
// The idle server collects the garbage of sign-in and look-ups.
const idleMs = 3000

/** Goal 14: the server's idle memory, and its peak while each of eight clients reads a campus-year. */
export const memoryRows: Measure = {
  goals: [14],
  async measure(site, report) {
    const { campusNames, students, months } = site.school
    const campuses = Array.from({ length: clients }, (_, n) => campusNames[n % campusNames.length] ?? '')
    for (const { shape, name } of shapes) {
      await withNewPortal(site, async (portal) => {
        const clerks = await portal.signInAll(campuses)
        await delay(idleMs)
        const idle = atMost(portal.memory(), 'MB', 150)
        if (shape === 'rows') report({ row: '14', what: 'memory: idle, 8 signed in', ...idle })
        const { peak } = await portal.withPeakMemory(() =>
          Promise.all(
            clerks.map(async ({ send, campus }) => {
              for (let n = 0; n < readsPerClient; n += 1) await send(feeRecord(campus, site.year, shape))
            }),
          ),
        )
        const what = `memory: 8 clients reading ${(students * months).toLocaleString('en')} each, ${name}`
        report({ row: '14', what, ...atMost(peak, 'MB', 300) })
      })
    }
  },
}
