import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSchool, openOffice, type Measure, type Office, type Site } from '#bench/bench.ts'
import { endOfDataSet, fillSchool, type Size } from '#bench/data-set.ts'
import { byRollNo, feeRecord, type Shape } from '#bench/jobs.ts'
import { jobsSideBySide } from '#bench/office-jobs.ts'
import { openVouchers, takenFrom } from '#bench/open-vouchers.ts'
import { atMost, timesLimit } from '#bench/row-of.ts'
import { dateAt } from '#domain/calendar.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'

const database = 'bench_one_campus'
const reports = 7

/** Fills an embedded database and lets go of it. */
async function makeEmbedded(dataDir: string, size: Size) {
  const opened = await openDatabase({ dataDir })
  try {
    await migrate(opened.kysely)
    const school = await fillSchool(opened.kysely, size, endOfDataSet(dateAt(new Date())))
    const open = await opened.kysely
      .selectFrom('vouchers')
      .select(['campus', 'voucher_no as voucherNo', 'net_balance as balance'])
      .where('issue_date', '=', school.lastMonth)
      .execute()
    return { school, unpaid: takenFrom(open) }
  } finally {
    await opened.close()
  }
}

/** The longest that one who looks up students had to wait while another read the year in this shape; milliseconds. */
async function longestWait({ portal, school, year }: Office, shape: Shape): Promise<number> {
  const [campus = ''] = school.campusNames
  const [looking, reading] = [await portal.sit(campus), await portal.sit(campus)]
  const state = { longest: 0, reading: true }
  const read = async () => {
    for (let turn = 0; turn < reports; turn += 1) {
      await reading.ask(feeRecord(campus, year, shape))
    }
    state.reading = false
  }
  const look = async () => {
    for (let turn = 1; state.reading; turn += 1) {
      state.longest = Math.max(
        state.longest,
        (await looking.ask(byRollNo(campus, 1 + (turn % school.students)))).ms,
      )
    }
  }
  await Promise.all([read(), look()])
  return state.longest
}

/** Opens the same school twice: on the embedded database and on PostgreSQL. */
async function openBoth({ cluster }: Site, size: Size, folder: string) {
  const { school, unpaid } = await makeEmbedded(folder, size)
  await makeSchool(cluster, database, size)
  const url = cluster.url(database)
  return {
    embedded: await openOffice(school, { DATA_DIR: folder }, unpaid),
    onPostgres: await openOffice(school, { DATABASE_URL: url }, await openVouchers(url, school)),
  }
}

/** Job 17: a small school on the embedded database beside the same one on PostgreSQL. */
export const embeddedRows: Measure = {
  numbers: [17],
  async measure(site, tell) {
    const size = { campuses: 1, students: Math.min(2000, site.school.students), months: site.school.months }
    const folder = mkdtempSync(join(tmpdir(), 'bench-embedded-'))
    try {
      const { embedded, onPostgres } = await openBoth(site, size, folder)
      const [behindRows, behindObjects] = [
        await longestWait(embedded, 'rows'),
        await longestWait(embedded, 'objects'),
      ]
      for await (const { job, taken } of jobsSideBySide(embedded, onPostgres)) {
        const what = `embedded, ${size.students.toLocaleString('en')} students: ${job.what} (${job.row})`
        tell(timesLimit({ row: '17', what }, taken, 3))
      }
      const wait = 'embedded: the longest wait behind a report of a year'
      tell(atMost({ row: '17', what: `${wait}, as the page asks` }, behindRows, 'ms', 300))
      tell(atMost({ row: '17', what: `${wait}, the specified shape` }, behindObjects, 'ms', 300))
      await embedded.close()
      await onPostgres.close()
    } finally {
      await site.cluster.drop(database)
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
