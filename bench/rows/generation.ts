import { alternate, atMost, median, timed, timesLimit } from '#bench/measurement.ts'
import type { Clerk } from '#bench/portal.ts'
import { generation } from '#bench/reference-writes.ts'
import { generate } from '#bench/requests.ts'
import { voucherCount } from '#bench/school-data.ts'
import { createSchool, onCopy, openSite, type Measure, type Site } from '#bench/site.ts'

const repeats = { warmUps: 1, runs: 7 }
const count = (value: number): string => value.toLocaleString('en')

const generateNext = ({ send, campus }: Clerk, site: Site) => send(generate(campus, site.nextMonth(campus)))

/** Generates one month per run in the portal; the next run starts once the work of the previous run has finished. */
const monthByMonth = (site: Site, clerk: Clerk) => async (): Promise<number> => {
  const { ms } = await generateNext(clerk, site)
  await site.waitUntilSettled()
  return ms
}

/** The reference's INSERT for the next month of each campus. */
const reference = (site: Site, campuses: readonly string[]) => (): Promise<number> =>
  site.sql.time(generation(campuses.map((campus) => ({ campus, month: site.nextMonth(campus, 'sql') }))))

/** The portal generates for one campus, the reference for another. */
const oneCampus: Measure['measure'] = async (site, report) => {
  const { students, firstCampus, campusNames } = site.school
  const clerk = await site.portal.signIn(firstCampus)
  const times = await alternate(monthByMonth(site, clerk), reference(site, [campusNames[1] ?? '']), repeats)
  const statements = await site.cluster.countStatements(() => generateNext(clerk, site))
  const what = `generate a campus-month: ${count(students)} vouchers with arrears`
  report({ row: '4', what, ...timesLimit(times, 2.5), statements })
  if (statements === undefined) return
  report({ row: '4', what: 'generate a campus-month: statements', ...atMost(statements, 'statements', 5) })
}

/** Compares generation in the large school with generation in a school of one campus and one month. */
const comparedWithSmallTable: Measure['measure'] = async (site, report) => {
  const { cluster, school } = site
  const { students } = school
  const name = 'bench_first_month'
  const smallSchool = await createSchool(site, name, { campuses: 1, students, months: 1 })
  const small = await openSite(site, name, smallSchool)
  try {
    const [clerk, smallClerk] = [
      await site.portal.signIn(school.firstCampus),
      await small.portal.signIn(smallSchool.firstCampus),
    ]
    const times = await alternate(monthByMonth(site, clerk), monthByMonth(small, smallClerk), repeats)
    const [largeMs, smallMs] = [median(times.ours), median(times.limit)]
    const what = `generate a campus-month: ${count(voucherCount(school))} vouchers in the table, compared with ${count(students)}`
    const note = `${largeMs.toFixed(0)} ms, compared with ${smallMs.toFixed(0)} ms`
    report({ row: '4', what, ...atMost(largeMs / smallMs, 'x', 1.15), note })
  } finally {
    await small.close()
    await cluster.drop(name)
  }
}

/** All campuses at once, compared with one INSERT for all of them. */
const allCampuses: Measure['measure'] = async (site, report) => {
  const { campusNames, students } = site.school
  const clerks = await site.portal.signInAll(campusNames)
  const ours = async () => {
    const ms = await timed(() => Promise.all(clerks.map((clerk) => generateNext(clerk, site))))
    await site.waitUntilSettled()
    return ms
  }
  const times = await alternate(ours, reference(site, campusNames), repeats)
  const what = `${campusNames.length} campuses generate at once: ${count(campusNames.length * students)} vouchers`
  const note = 'L is one INSERT for all campuses; the portal runs one INSERT per campus, all at once'
  report({ row: '5', what, ...timesLimit(times, 2.5), note })
}

/** Goals 4 and 5: a month's vouchers for one campus and for all, on copies of the school without further months. */
export const generationRows: Measure = {
  goals: [4, 5],
  async measure(site, report) {
    for (const measure of [oneCampus, comparedWithSmallTable, allCampuses]) {
      await onCopy(site, (copy) => measure(copy, report))
    }
  },
}
