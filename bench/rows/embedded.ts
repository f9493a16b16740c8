import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alternate, atMost, timesLimit } from '#bench/measurement.ts'
import { officeJobs, openJobs } from '#bench/office-jobs.ts'
import { runCommand, type Clerk } from '#bench/portal.ts'
import { feeRecord, generate, shapes, studentByRollNo } from '#bench/requests.ts'
import { createSchool, openOffice, type Measure, type Office } from '#bench/site.ts'

const database = 'bench_one_campus'
const reports = 7
const generations = 3

/** The longest look-up in milliseconds while another clerk does some work several times. */
async function longestWait(
  { portal, school }: Office,
  times: number,
  work: (other: Clerk) => Promise<unknown>,
): Promise<number> {
  const campus = school.firstCampus
  const [lookingUp, other] = [await portal.signIn(campus), await portal.signIn(campus)]
  const state = { longest: 0, working: true }
  const workOn = async () => {
    for (let n = 0; n < times; n += 1) await work(other)
    state.working = false
  }
  const lookUp = async () => {
    for (let turn = 1; state.working; turn += 1) {
      const { ms } = await lookingUp.send(studentByRollNo(campus, 1 + (turn % school.students)))
      state.longest = Math.max(state.longest, ms)
    }
  }
  await Promise.all([workOn(), lookUp()])
  return state.longest
}

/** What a look-up waits behind, with the milliseconds that it may wait. */
const waits: readonly {
  readonly behind: string
  readonly maxMs: number
  readonly times: number
  readonly work: (office: Office) => (other: Clerk) => Promise<unknown>
}[] = [
  ...shapes.map(({ shape, name }) => ({
    behind: `a report of a year, ${name}`,
    maxMs: 100,
    times: reports,
    work:
      ({ year }: Office) =>
      ({ send, campus }: Clerk) =>
        send(feeRecord(campus, year, shape)),
  })),
  {
    behind: "the generation of a month's vouchers",
    maxMs: 300,
    times: generations,
    work:
      ({ nextMonth }) =>
      ({ send, campus }) =>
        send(generate(campus, nextMonth(campus))),
  },
]

/** Goal 17: a small school on the embedded database beside the same school on PostgreSQL. */
export const embeddedRows: Measure = {
  goals: [17],
  async measure({ cluster, product, school: { students: most, months } }, report) {
    const size = { campuses: 1, students: Math.min(2000, most), months }
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
      const [runOurs, runLimit] = [await openJobs(ours), await openJobs(limit)]
      for (const job of officeJobs) {
        const what = `embedded, ${size.students.toLocaleString('en')} students: ${job.what}`
        report({ row: '17', what, ...timesLimit(await alternate(runOurs(job), runLimit(job), job), 3) })
      }
      for (const { behind, maxMs, times, work } of waits) {
        const what = `embedded: the longest wait behind ${behind}`
        const ms = await longestWait(ours, times, work(ours))
        report({ row: '17', what, ...atMost(ms, 'ms', maxMs) })
      }
      await ours.close()
      await limit.close()
    } finally {
      await cluster.drop(database)
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
