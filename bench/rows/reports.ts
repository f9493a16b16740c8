import { acceptedEncodings, type Reply, type Request } from '#bench/http-connection.ts'
import { alternate, atMost, median, timesLimit, type BenchRow } from '#bench/measurement.ts'
import { withParameters } from '#bench/reference-queries.ts'
import * as requests from '#bench/requests.ts'
import { withNewPortal, type Measure, type Site } from '#bench/site.ts'

/** A report that is compared with PostgreSQL alone. */
export interface Report {
  readonly row: string
  readonly what: string
  readonly request: Request
  /** SQL that returns the same result from PostgreSQL alone. */
  readonly reference: string
  /** The portal may take this many times as long as the reference. */
  readonly factor: number
  readonly runs: number
}

const { shapes } = requests
const count = (value: number): string => value.toLocaleString('en')
const milliseconds = (ms: number): string => `${ms.toFixed(ms < 100 ? 1 : 0)} ms`
const campusOf = ({ school }: Site): string => school.firstCampus

/** Measures a report in the site's portal, or in another portal with the same database. */
export async function measureReport(
  site: Site,
  { request, reference, factor, runs, ...name }: Report,
  portal = site.portal,
) {
  const clerk = await portal.signIn(campusOf(site))
  const replies: Reply[] = []
  const ours = async () => {
    const reply = await clerk.send(request)
    if (request.until !== undefined && reply.untilMs === null)
      throw new Error(`No ${request.until} in ${name.what}`)
    replies.push(reply)
    return reply.untilMs ?? reply.ms
  }
  const { result: times, peak } = await portal.withPeakMemory(() =>
    alternate(ours, () => site.sql.time(reference), { warmUps: 2, runs }),
  )
  const statements = await site.cluster.countStatements(ours)
  const firstByteMs = median(replies.slice(2, 2 + runs).map((reply) => reply.firstByteMs))
  const bytes = replies[0]?.bytes ?? 0
  const note = `first byte ${milliseconds(firstByteMs)}`
  const row: BenchRow = { ...name, ...timesLimit(times, factor), bytes, statements, memory: peak, note }
  return { row, firstByteMs, bytes, peak }
}

/** Returns the growth of a new process in megabytes while a clerk sends the request five times. */
const memoryGrowth = (site: Site, request: Request): Promise<number> =>
  withNewPortal(site, async (portal, { send }) => {
    const before = portal.memory()
    const { peak } = await portal.withPeakMemory(async () => {
      for (let turn = 0; turn < 5; turn += 1) await send(request)
    })
    return peak - before
  })

/** Goals 3 and 7: every student of a campus with the balance, and every unpaid voucher. */
export const listRows: Measure = {
  goals: [3, 7],
  async measure(site, report) {
    const campus = campusOf(site)
    const total = count(site.school.students)
    const students = `student list of ${total} with balances`
    const reports = [
      { row: '3', what: students, request: requests.studentList(campus), query: 'studentList' } as const,
      ...shapes.map(({ shape, name }) => ({
        row: shape === 'rows' ? '7a' : '7b',
        what: `net receivables of ${total}, ${name}`,
        request: requests.netReceivables(campus, shape),
        query: shape === 'rows' ? ('receivableRows' as const) : ('receivables' as const),
      })),
    ]
    for (const { query, ...list } of reports) {
      const reference = withParameters(query, campus)
      report((await measureReport(site, { ...list, reference, factor: 2, runs: 15 })).row)
    }
  },
}

/** Goal 18: the dashboard's figures, within 30 ms and compared with the same sums by PostgreSQL alone. */
export const overviewRow: Measure = {
  goals: [18],
  async measure(site, report) {
    const campus = campusOf(site)
    const [year = 0, month = 0] = site.month.from.split('-').map(Number)
    const reference = withParameters('overview', campus, `${year - 1}-${month}-01`, year, month)
    const what = `dashboard figures of ${count(site.school.students)} students, ${site.school.months} months`
    const request = requests.overview(campus, year, month)
    const { row } = await measureReport(site, { row: '18', what, request, reference, factor: 2, runs: 21 })
    report(row)
    report({ row: '18', what: `${what}: time`, ...atMost(row.ours, 'ms', 30) })
  },
}

interface FeeRecord {
  readonly row: '8' | '9'
  readonly subject: string
  readonly period: requests.Period
  readonly runs: number
  /** The maximum size of one reply, in megabytes. */
  readonly compressed: number
  readonly factor: number
}

/** Measures goal 8 or 9 in both shapes. */
async function measureFeeRecord(
  site: Site,
  report: (row: BenchRow) => void,
  { row, subject, period, runs, compressed, factor }: FeeRecord,
): Promise<void> {
  for (const { shape, name } of shapes) {
    const what = `fee record of a ${subject}, ${name}`
    const request = requests.feeRecord(campusOf(site), period, shape)
    const query = shape === 'rows' ? 'voucherRows' : 'vouchers'
    const reference = withParameters(query, campusOf(site), period.from, period.to)
    const measured = await measureReport(site, { row, what, request, reference, factor, runs })
    report(measured.row)
    if (row === '9') report({ row, what: `${what}: first byte`, ...atMost(measured.firstByteMs, 'ms', 60) })
    report({ row, what: `${what}: compressed`, ...atMost(measured.bytes / 1e6, 'MB', compressed) })
    const overHttp = {
      ...request,
      headers: { ...request.headers, 'accept-encoding': acceptedEncodings.http },
    }
    const { bytes } = await (await site.portal.signIn(campusOf(site))).send(overHttp)
    report({ row, what: `${what}: compressed, without brotli`, ...atMost(bytes / 1e6, 'MB', compressed) })
    if (row === '9') {
      report({ row, what: `${what}: memory growth`, ...atMost(await memoryGrowth(site, request), 'MB', 80) })
    }
  }
}

/** Goals 8, 9 and 10: the fee record of a campus's month and year, and its totals. */
export const feeRecordRows: Measure = {
  goals: [8, 9, 10],
  async measure(site, report) {
    const { school, month, year } = site
    const [inMonth, inYear] = [count(school.students), count(school.students * school.months)]
    const ofMonth: FeeRecord = {
      row: '8',
      subject: `campus-month (${inMonth})`,
      period: month,
      runs: 15,
      compressed: 0.15,
      factor: 2.1,
    }
    const ofYear: FeeRecord = {
      row: '9',
      subject: `campus-year (${inYear})`,
      period: year,
      runs: 9,
      compressed: 1.2,
      factor: 2,
    }
    await measureFeeRecord(site, report, ofMonth)
    await measureFeeRecord(site, report, ofYear)
    const { row } = await measureReport(site, {
      row: '10',
      what: `the eleven sums over ${inYear}`,
      request: requests.totals(campusOf(site), year),
      reference: withParameters('totals', campusOf(site), year.from, year.to),
      factor: 1.5,
      runs: 11,
    })
    report({ ...row, note: 'until the totals have arrived' })
  },
}

/** Goal 11: the fee record of a campus-year as a file; each format in a new process. */
export const fileRows: Measure = {
  goals: [11],
  async measure(site, report) {
    const { school, year } = site
    const campus = campusOf(site)
    for (const format of ['csv', 'xlsx'] as const) {
      const what = `${format === 'csv' ? 'CSV' : 'Excel'} file of ${count(school.students * school.months)}`
      const request = requests.file(campus, year, format)
      const reference = withParameters('file', campus, year.from, year.to)
      await withNewPortal(site, async (portal) => {
        const before = portal.memory()
        const job = { row: '11', what, request, reference, factor: 2.5, runs: 7 }
        const { row, firstByteMs, peak } = await measureReport(site, job, portal)
        if (format === 'csv') {
          report(row)
          const share = `${what}: first byte as a share of the whole time`
          report({ row: '11', what: share, ...atMost(firstByteMs / row.ours, 'x', 0.5) })
        } else report({ ...row, ...atMost(row.ours, 'ms', 5000) })
        report({ row: '11', what: `${what}: memory growth`, ...atMost(peak - before, 'MB', 150) })
      })
    }
  },
}
