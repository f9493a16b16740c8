import { fileFormats, type FileFormat } from '#contract/exports.ts'
import type { Measure, Site } from '#bench/bench.ts'
import { median, repeat, sideBySide } from '#bench/figures.ts'
import { byRollNo, file } from '#bench/jobs.ts'
import { openPortal } from '#bench/portal.ts'
import { queries, written } from '#bench/queries.ts'
import { atMost, timesLimit } from '#bench/row-of.ts'
import { statementsDuring } from '#bench/statements.ts'

const runs = 7

/** A new process makes the file again and again: times, bytes, and how far its memory grew. */
async function make(site: Site, format: FileFormat) {
  const [campus = ''] = site.school.campusNames
  const copy = written(queries.file, [campus, site.year.from, site.year.to])
  const portal = await openPortal({ DATABASE_URL: site.cluster.url(site.database) })
  try {
    const desk = await portal.sit(campus)
    for (let turn = 0; turn < 20; turn += 1) await desk.ask(byRollNo(campus, 1 + turn))
    const before = portal.memory()
    const firstBytes: number[] = []
    let bytes = 0
    const ours = async () => {
      const answer = await desk.ask(file(campus, site.year, format))
      firstBytes.push(answer.firstByte)
      bytes = answer.bytes
      return answer.ms
    }
    const times = { warmUps: 1, runs }
    const { result: taken, peak } = await portal.peakDuring(async () =>
      format === 'csv'
        ? sideBySide(ours, async () => (await site.bare.ask(copy)).ms, times)
        : { ours: await repeat(ours, times), limit: [] },
    )
    const statements = (await statementsDuring(site.cluster, ours))?.length
    return {
      taken,
      bytes,
      statements,
      memory: peak,
      growth: peak - before,
      firstByte: median(firstBytes.slice(1)),
    }
  } finally {
    await portal.close()
  }
}

/** Job 11: the fee record of a campus-year as CSV and as Excel. */
export const fileRows: Measure = {
  numbers: [11],
  async measure(site, tell) {
    const count = (site.school.students * site.school.months).toLocaleString('en')
    for (const format of fileFormats.toReversed()) {
      const { taken, bytes, statements, memory, growth, firstByte } = await make(site, format)
      const what = `${format === 'csv' ? 'CSV' : 'Excel'} file of ${count}`
      const note = `first byte ${firstByte.toFixed(0)} ms`
      const told = { row: '11', what, bytes, statements, memory, note }
      if (format === 'csv') {
        tell(timesLimit(told, taken, 2.5))
        const share = firstByte / median(taken.ours)
        tell(
          atMost({ row: '11', what: `${what}: streamed, first byte of the whole time` }, share, 'ratio', 0.5),
        )
      } else tell(atMost(told, median(taken.ours) / 1000, 's', 5))
      tell(atMost({ row: '11', what: `${what}: memory growth` }, growth, 'MB', 150))
    }
  },
}
