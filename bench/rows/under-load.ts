import type { Measure, Site } from '#bench/bench.ts'
import { closedLoop } from '#bench/client.ts'
import { median, p95 } from '#bench/figures.ts'
import { byRollNo, feeRecord, generate } from '#bench/jobs.ts'
import type { Desk } from '#bench/portal.ts'
import { timesLimit } from '#bench/row-of.ts'

const rounds = 9

/** Looks students up one after the other until the work is done; milliseconds of each. */
async function lookUpDuring({ school }: Site, desk: Desk, work: Promise<unknown>): Promise<number[]> {
  const state = { working: true }
  const ended = work.finally(() => {
    state.working = false
  })
  const taken: number[] = []
  for (let turn = 0; state.working; turn += 1) {
    taken.push((await desk.ask(byRollNo(desk.campus, 1 + ((turn * 7919) % school.students)))).ms)
  }
  await ended
  return taken
}

/** Job 15: look-ups while one clerk loads a campus-year and another generates a month. */
export const underLoadRows: Measure = {
  numbers: [15],
  async measure(site, tell) {
    const { campusNames } = site.school
    const at = (n: number) => site.portal.sit(campusNames[n % campusNames.length] ?? '')
    const [looking, reading, generating] = [await at(2), await at(0), await at(1)]
    const alone: number[] = []
    const disturbed: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const ask = async (turn: number) =>
        (await looking.ask(byRollNo(looking.campus, 1 + ((turn * 7919) % site.school.students)))).ms
      alone.push((await closedLoop([ask], 0.5)).p95)
      const work = Promise.all([
        reading.ask(feeRecord(reading.campus, site.year, 'rows')),
        generating.ask(generate(generating.campus, site.toCome.next(generating.campus))),
      ])
      disturbed.push(p95(await lookUpDuring(site, looking, work)))
      await site.settled()
    }
    const what = 'p95 of look-ups while a year is read and a month generated'
    const note = `median of ${rounds} rounds; L is their p95 alone, ${median(alone).toFixed(2)} ms`
    tell(timesLimit({ row: '15', what, note }, { ours: disturbed, limit: alone }, 3))
  },
}
