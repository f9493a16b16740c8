import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alternate, atMost, timesLimit } from '#bench/measurement.ts'
import { officeJobs, openJobs } from '#bench/office-jobs.ts'
import { runCommand } from '#bench/portal.ts'
import { feeRecord, shapes, studentByRollNo, type Shape } from '#bench/requests.ts'
import { createSchool, openOffice, type Measure, type Office } from '#bench/site.ts'

const database = 'bench_one_campus'
const reports = 7

/** The longest look-up while another clerk reads the year again and again, in milliseconds. */
async function longestWait({ portal, school, year }: Office, shape: Shape): Promise<number> {
  const campus = school.firstCampus
  const [lookingUp, reading] = [await portal.signIn(campus), await portal.signIn(campus)]
  const state = { longest: 0, reading: true }
  const read = async () => {
    for (let n = 0; n < reports; n += 1) await reading.send(feeRecord(campus, year, shape))
    state.reading = false
  }
  const lookUp = async () => {
    for (let turn = 1; state.reading; turn += 1) {
      const { ms } = await lookingUp.send(studentByRollNo(campus, 1 + (turn % school.students)))
      state.longest = Math.max(state.longest, ms)
    }
  }
  await Promise.all([read(), lookUp()])
  return state.longest
}

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
      const waits: { name: string; ms: number }[] = []
      for (const { shape, name } of shapes) waits.push({ name, ms: await longestWait(ours, shape) })
      const [runOurs, runLimit] = [await openJobs(ours), await openJobs(limit)]
      for (const job of officeJobs) {
        const what = `embedded, ${size.students.toLocaleString('en')} students: ${job.what}`
        report({ row: '17', what, ...timesLimit(await alternate(runOurs(job), runLimit(job), job), 3) })
      }
      for (const { name, ms } of waits) {
        const what = `embedded: the longest wait behind a report of a year, ${name}`
        report({ row: '17', what, ...atMost(ms, 'ms', 300) })
      }
      await ours.close()
      await limit.close()
    } finally {
      await cluster.drop(database)
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
