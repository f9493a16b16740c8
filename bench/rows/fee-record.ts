import type { Measure, Site } from '#bench/bench.ts'
import type { BenchRow } from '#bench/bench-row.ts'
import type { Answer } from '#bench/client.ts'
import { median, sideBySide } from '#bench/figures.ts'
import { byRollNo, feeRecord, totalsOf, type Days, type Shape } from '#bench/jobs.ts'
import { openPortal, type Desk } from '#bench/portal.ts'
import { queries, written } from '#bench/queries.ts'
import { atMost, timesLimit } from '#bench/row-of.ts'
import { statementsDuring } from '#bench/statements.ts'

interface Record {
  readonly row: string
  readonly what: string
  readonly days: Days
  readonly shape: Shape
  readonly runs: number
}

const words: { readonly [shape in Shape]: string } = {
  rows: 'as the page asks',
  objects: 'the specified shape',
}

async function measureRecord(site: Site, desk: Desk, { row, what, days, shape, runs }: Record) {
  const query = written(queries[shape === 'rows' ? 'voucherRows' : 'vouchers'], [
    desk.campus,
    days.from,
    days.to,
  ])
  const answers: Answer[] = []
  const ours = async () => {
    const answer = await desk.ask(feeRecord(desk.campus, days, shape))
    answers.push(answer)
    return answer.ms
  }
  const { result: taken, peak } = await site.portal.peakDuring(() =>
    sideBySide(ours, async () => (await site.bare.ask(query)).ms, { warmUps: 2, runs }),
  )
  const counted = answers.slice(-runs)
  const statements = (await statementsDuring(site.cluster, ours))?.length
  const bytes = answers[0]?.bytes ?? 0
  const firstByte = median(counted.map((answer) => answer.firstByte))
  const told = { row, what: `${what}, ${words[shape]}`, bytes, statements, memory: peak }
  return {
    bytes,
    firstByte,
    told: timesLimit({ ...told, note: `first byte ${firstByte.toFixed(1)} ms` }, taken, 2),
  }
}

/** How much the server's memory grows in a new process that is asked for the year again and again. */
async function growth(site: Site, shape: Shape): Promise<number> {
  const portal = await openPortal({ DATABASE_URL: site.cluster.url(site.database) })
  try {
    const desk = await portal.sit(site.school.campusNames[0] ?? '')
    for (let turn = 0; turn < 20; turn += 1) await desk.ask(byRollNo(desk.campus, 1 + turn))
    const before = portal.memory()
    const { peak } = await portal.peakDuring(async () => {
      for (let turn = 0; turn < 5; turn += 1) await desk.ask(feeRecord(desk.campus, site.year, shape))
    })
    return peak - before
  } finally {
    await portal.close()
  }
}

async function measureTotals(site: Site, desk: Desk, count: string): Promise<BenchRow> {
  const query = written(queries.totals, [desk.campus, site.year.from, site.year.to])
  let told = true
  const ours = async () => {
    const answer = await desk.ask(totalsOf(desk.campus, site.year))
    told = answer.until !== null
    return answer.until ?? answer.ms
  }
  const taken = await sideBySide(ours, async () => (await site.bare.ask(query)).ms, { warmUps: 2, runs: 11 })
  const note = told
    ? 'until the head that holds them has come'
    : 'the answer has no totals: the page adds up all rows, so this is the whole answer'
  return timesLimit({ row: '10', what: `the eleven sums over ${count}`, note }, taken, 1.5)
}

/** Jobs 8, 9 and 10: the fee record of a campus's month and year, and the sums that stand at its head. */
export const feeRecordRows: Measure = {
  numbers: [8, 9, 10],
  async measure(site, tell) {
    const { students, months, campusNames } = site.school
    const desk = await site.portal.sit(campusNames[0] ?? '')
    const [ofMonth, ofYear] = [students, students * months].map((count) => count.toLocaleString('en'))
    const month = { row: '8', what: `fee record of a campus-month (${ofMonth})`, days: site.month, runs: 15 }
    const year = { row: '9', what: `fee record of a campus-year (${ofYear})`, days: site.year, runs: 9 }
    for (const shape of ['rows', 'objects'] as const) {
      const { bytes, told } = await measureRecord(site, desk, { ...month, shape })
      tell(told)
      tell(atMost({ row: '8', what: `${told.what}: packed` }, bytes / 1e6, 'MB', 0.15))
    }
    for (const shape of ['rows', 'objects'] as const) {
      const { bytes, firstByte, told } = await measureRecord(site, desk, { ...year, shape })
      tell(told)
      tell(atMost({ row: '9', what: `${told.what}: first byte` }, firstByte, 'ms', 60))
      tell(atMost({ row: '9', what: `${told.what}: packed` }, bytes / 1e6, 'MB', 1.5))
      tell(atMost({ row: '9', what: `${told.what}: memory growth` }, await growth(site, shape), 'MB', 100))
    }
    tell(await measureTotals(site, desk, ofYear ?? ''))
  },
}
