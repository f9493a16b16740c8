import { setTimeout as pause } from 'node:timers/promises'
import type { Measure, Site } from '#bench/bench.ts'
import { byRollNo, feeRecord, type Shape } from '#bench/jobs.ts'
import { openPortal } from '#bench/portal.ts'
import { atMost } from '#bench/row-of.ts'

const clients = 8
const reads = 3
const restMs = 3000

/** A new process: its memory at rest after some look-ups, and at most while eight clients read a year each. */
async function measureMemory({ cluster, database, school, year }: Site, shape: Shape) {
  const portal = await openPortal({ DATABASE_URL: cluster.url(database) })
  try {
    const { campusNames } = school
    const desks = await portal.sitAll(
      Array.from({ length: clients }, (_, n) => campusNames[n % campusNames.length] ?? ''),
    )
    for (const { ask, campus } of desks) for (let n = 1; n < 20; n += 1) await ask(byRollNo(campus, n))
    await pause(restMs)
    const idle = portal.memory()
    const { peak } = await portal.peakDuring(() =>
      Promise.all(
        desks.map(async ({ ask, campus }) => {
          for (let turn = 0; turn < reads; turn += 1) await ask(feeRecord(campus, year, shape))
        }),
      ),
    )
    return { idle, peak }
  } finally {
    await portal.close()
  }
}

/** Job 14: the server's memory. */
export const memoryRows: Measure = {
  numbers: [14],
  async measure(site, tell) {
    const count = (site.school.students * site.school.months).toLocaleString('en')
    const { idle, peak } = await measureMemory(site, 'rows')
    const objects = await measureMemory(site, 'objects')
    const what = `memory: 8 clients reading ${count} each`
    tell(atMost({ row: '14', what: 'memory: idle, 8 signed in' }, idle, 'MB', 150))
    tell(atMost({ row: '14', what: `${what}, as the page asks` }, peak, 'MB', 350))
    tell(atMost({ row: '14', what: `${what}, the specified shape` }, objects.peak, 'MB', 350))
  },
}
