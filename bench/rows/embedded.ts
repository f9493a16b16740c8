import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { alternate, atMost, timesLimit } from '#bench/measurement.ts'
import { officeJobs, openJobs } from '#bench/office-jobs.ts'
import { runCommand, type Clerk } from '#bench/portal.ts'
import { feeRecord, generate, shapes, studentByRollNo } from '#bench/requests.ts'
import { createSchool, openOffice, type Measure, type Office } from '#bench/site.ts'

const database = 'bench_one_campus'
const reports = 7
const warmUps = 30
/** The time in which the portal refreshes the planner's statistics after a run. */
const statisticsMs = 1500

type Send = Clerk['send']

/** Returns the longest look-up while another clerk works, in milliseconds. */
async function longestWait(
  { portal, school }: Office,
  work: (send: Send, campus: string) => Promise<void>,
): Promise<number> {
  const campus = school.firstCampus
  const [lookingUp, working] = [await portal.signIn(campus), await portal.signIn(campus)]
  const state = { longest: 0, working: true }
  const workUntilDone = async () => {
    await work(working.send, campus)
    state.working = false
  }
  const lookUp = async () => {
    for (let turn = 1; state.working; turn += 1) {
      const { ms } = await lookingUp.send(studentByRollNo(campus, 1 + (turn % school.students)))
      state.longest = Math.max(state.longest, ms)
    }
  }
  await Promise.all([workUntilDone(), lookUp()])
  return state.longest
}

/** Sends the first calls of a new process, because these are slow and must not count as a wait. */
async function warmUp({ portal, school, year }: Office): Promise<void> {
  const { send, campus } = await portal.signIn(school.firstCampus)
  for (const { shape } of shapes) await send(feeRecord(campus, year, shape))
  for (let rollNo = 1; rollNo <= warmUps; rollNo += 1) await send(studentByRollNo(campus, rollNo))
}

/** Returns the longest look-up while a month is generated and the statistics are refreshed. */
const longestDuringRun = (office: Office): Promise<number> =>
  longestWait(office, async (send, campus) => {
    await send(generate(campus, office.nextMonth(campus)))
    await delay(statisticsMs)
  })

/** Goal 17: a small school on the embedded database, compared with the same school on PostgreSQL. */
export const embeddedRows: Measure = {
  goals: [17],
  async measure({ cluster, product, school: { students: maxStudents, months } }, report) {
    const size = { campuses: 1, students: Math.min(2000, maxStudents), months }
    const folder = mkdtempSync(join(tmpdir(), 'bench-embedded-'))
    const url = cluster.url(database)
    const [onPostgres, embedded] = [
      { DATABASE_URL: url },
      { DATABASE_URL: '', DATA_DIR: join(folder, 'data') },
    ]
    const backup = join(folder, 'backup')
    try {
      const school = await createSchool({ cluster, product }, database, size)
      await runCommand(product, onPostgres, 'backup', backup)
      await runCommand(product, embedded, 'restore', backup)
      const ours = await openOffice(product, embedded, school, url)
      const limit = await openOffice(product, onPostgres, school, url)
      const waits: { name: string; ms: number }[] = []
      await warmUp(ours)
      for (const { shape, name } of shapes) {
        const ms = await longestWait(ours, async (send, campus) => {
          for (let n = 0; n < reports; n += 1) await send(feeRecord(campus, ours.year, shape))
        })
        waits.push({ name, ms })
      }
      const [runOurs, runLimit] = [await openJobs(ours), await openJobs(limit)]
      for (const job of officeJobs) {
        const what = `embedded, ${size.students.toLocaleString('en')} students: ${job.what}`
        report({ row: '17', what, ...timesLimit(await alternate(runOurs(job), runLimit(job), job), 3) })
      }
      for (const { name, ms } of waits) {
        const what = `embedded: the longest look-up during a report of a year, ${name}`
        report({ row: '17', what, ...atMost(ms, 'ms', 400) })
      }
      // Generating is last because it adds vouchers.
      const duringRun = await longestDuringRun(ours)
      const what = 'embedded: the longest look-up while a month is generated'
      report({ row: '17', what, ...atMost(duringRun, 'ms', 300) })
      await ours.close()
      await limit.close()
    } finally {
      await cluster.drop(database)
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
