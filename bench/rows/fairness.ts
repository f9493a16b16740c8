import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { load } from '#bench/http-connection.ts'
import { atMost, p95, timesLimit } from '#bench/measurement.ts'
import { runCommand } from '#bench/portal.ts'
import { feeRecord, studentByRollNo } from '#bench/requests.ts'
import { createSchool, openOffice, type Measure, type Office } from '#bench/site.ts'

const reports = 50
const rounds = 5
const unreadLoad = { reports: 300, campuses: 6, seconds: 30 }
const database = 'bench_fairness'

/** Measures the p95 of look-ups alone, and while one user requests many reports of a full year at once. */
async function measureCounter({ portal, school, year }: Office) {
  const campus = school.firstCampus
  const [clerk, requestReport] = [await portal.signIn(campus), await portal.openSession(campus)]
  const lookUp = async (turn: number) =>
    (await clerk.send(studentByRollNo(campus, 1 + ((turn * 7919) % school.students)))).ms
  const [alone, underLoad]: [number[], number[]] = [[], []]
  let completed = 0
  const memory = await portal.withPeakMemory(async () => {
    for (let round = 0; round < rounds; round += 1) {
      alone.push((await load([lookUp], 1)).p95)
      const state = { isRunning: true }
      const all = Promise.all(
        Array.from({ length: reports }, () => requestReport(feeRecord(campus, year, 'rows'))),
      ).finally(() => (state.isRunning = false))
      const times: number[] = []
      while (state.isRunning) times.push(await lookUp(times.length))
      for (const { status, error } of await all) {
        if (status === 200) completed += 1
        else if (status !== 429) throw new Error(`A report failed: ${status} ${error}`)
      }
      underLoad.push(p95(times))
    }
  })
  const note = `${Math.round(completed / rounds)} reports completed, the others refused; median of ${rounds} rounds`
  return { times: { ours: underLoad, limit: alone }, note, memory: memory.peak }
}

/** Returns the peak memory in the half minute after many reports of a full year are requested but not read. */
async function measureUnread({ portal, school, year }: Office) {
  const campuses = school.campusNames.slice(0, unreadLoad.campuses)
  const { peak } = await portal.withPeakMemory(async () => {
    const connections = await Promise.all(
      campuses.map((campus) =>
        portal.requestUnread(campus, feeRecord(campus, year, 'rows'), unreadLoad.reports / campuses.length),
      ),
    )
    await setTimeout(unreadLoad.seconds * 1000)
    for (const hangUp of connections) hangUp()
  })
  return peak
}

/** Goal 21: look-up times while one user requests fifty reports, on both engines, and memory with unread replies. */
export const fairnessRows: Measure = {
  goals: [21],
  async measure(site, report) {
    const { cluster, product, school } = site
    const what = `p95 of look-ups while one user requests ${reports} reports of a year`
    const { times, note, memory } = await measureCounter(site)
    report({ row: '21', what: `${what}, PostgreSQL`, ...timesLimit(times, 3), note, memory })
    report({ row: '21', what: 'peak memory meanwhile, PostgreSQL', ...atMost(memory, 'MB', 400) })
    const unreadReports = `peak memory with ${unreadLoad.reports} unread reports of a year, PostgreSQL`
    report({ row: '21', what: unreadReports, ...atMost(await measureUnread(site), 'MB', 400) })
    const folder = mkdtempSync(join(tmpdir(), 'bench-fairness-'))
    const size = { campuses: 1, students: Math.min(2000, school.students), months: school.months }
    const settings = { DATABASE_URL: '', DATA_DIR: join(folder, 'data') }
    const backup = join(folder, 'backup')
    try {
      const small = await createSchool({ cluster, product }, database, size)
      const url = cluster.url(database)
      await runCommand(product, { DATABASE_URL: url }, 'backup', backup)
      await runCommand(product, settings, 'restore', backup)
      const office = await openOffice(product, settings, small, url)
      const embedded = await measureCounter(office)
      const name = `${what}, embedded, ${size.students.toLocaleString('en')} students`
      report({ row: '21', what: name, ...timesLimit(embedded.times, 3), note: embedded.note })
      await office.close()
    } finally {
      await cluster.drop(database)
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
