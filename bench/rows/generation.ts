import { makeSchool, openSite, type Measure, type Site } from '#bench/bench.ts'
import { median, repeat, sideBySide, type SideBySide } from '#bench/figures.ts'
import { bareGeneration, dropBareTable, generation, makeBareTable } from '#bench/generation-sql.ts'
import { generate } from '#bench/jobs.ts'
import type { Desk } from '#bench/portal.ts'
import { atMost, timesLimit } from '#bench/row-of.ts'
import { statementsDuring } from '#bench/statements.ts'

const runs = 7
const count = (number: number): string => number.toLocaleString('en')

/** The product generates at one campus, the limit at another that is like it; each month after month. */
async function besideInsert(site: Site, desk: Desk, other: string) {
  const ours = monthByMonth(site, desk)
  const limit = async () =>
    (await site.bare.ask(generation([{ campus: other, month: site.toCome.nextForSql(other) }]))).ms
  return { ours, taken: await sideBySide(ours, limit, { warmUps: 1, runs }) }
}

/** The same INSERT into a table that keeps nothing but three indexes; milliseconds. */
async function bareInsert({ bare, toCome }: Site, campus: string): Promise<number> {
  for (const statement of makeBareTable) await bare.ask(statement)
  const insert = async () =>
    (await bare.ask(bareGeneration([{ campus, month: toCome.nextForSql(campus) }]))).ms
  const taken = await repeat(insert, { warmUps: 1, runs })
  await bare.ask(dropBareTable)
  return median(taken)
}

/** The months that the product generates at a desk, one a turn, each when nothing of the one before is left to do. */
const monthByMonth = (site: Site, desk: Desk) => async () => {
  const { ms } = await desk.ask(generate(desk.campus, site.toCome.next(desk.campus)))
  await site.settled()
  return ms
}

/** The same job in turn where the table holds all there is, and where it held one month of one campus at first. */
async function besideSmallTable(site: Site, desk: Desk): Promise<SideBySide> {
  const { cluster, school } = site
  const name = 'bench_first_month'
  const small = await makeSchool(cluster, name, { campuses: 1, students: school.students, months: 1 })
  const other = await openSite(cluster, name, small)
  try {
    const otherDesk = await other.portal.sit(small.campusNames[0] ?? '')
    return await sideBySide(monthByMonth(site, desk), monthByMonth(other, otherDesk), { warmUps: 1, runs })
  } finally {
    await other.close()
    await cluster.drop(name)
  }
}

async function oneCampus(site: Site, tell: Parameters<Measure['measure']>[1]): Promise<void> {
  const { students, campusNames } = site.school
  const [first = '', second = ''] = campusNames
  const desk = await site.portal.sit(first)
  const bare = await bareInsert(site, first)
  const { ours, taken } = await besideInsert(site, desk, second)
  const statements = (await statementsDuring(site.cluster, ours))?.length
  const what = `generate a campus-month: ${count(students)} vouchers with arrears`
  const note = `into a table with three indexes and no checks PostgreSQL inserts them in ${bare.toFixed(0)} ms`
  tell(timesLimit({ row: '4', what, statements, note }, taken, 2.5))
  if (statements !== undefined) {
    tell(atMost({ row: '4', what: 'generate a campus-month: statements' }, statements, 'statements', 5))
  }
}

/** The same job where the table holds all there is beside where it holds little. */
async function besideMonths(site: Site, tell: Parameters<Measure['measure']>[1]): Promise<void> {
  const { students, campusNames } = site.school
  const desk = await site.portal.sit(campusNames[0] ?? '')
  const held = await site.cluster.countIn(site.database, 'vouchers')
  const grown = await besideSmallTable(site, desk)
  const [large, small] = [median(grown.ours), median(grown.limit)]
  tell(
    atMost(
      {
        row: '4',
        what: `generate a campus-month: ${count(held)} vouchers in the table beside ${count(students)}`,
        note: `${large.toFixed(0)} ms beside ${small.toFixed(0)} ms`,
      },
      large / small,
      'ratio',
      1.2,
    ),
  )
}

async function allCampuses(site: Site, tell: Parameters<Measure['measure']>[1]): Promise<void> {
  const { campusNames, students } = site.school
  const desks = await site.portal.sitAll(campusNames)
  const ours = async () => {
    const begun = performance.now()
    await Promise.all(desks.map(({ ask, campus }) => ask(generate(campus, site.toCome.next(campus)))))
    const ms = performance.now() - begun
    await site.settled()
    return ms
  }
  const limit = async () => {
    const wanted = campusNames.map((campus) => ({ campus, month: site.toCome.nextForSql(campus) }))
    return (await site.bare.ask(generation(wanted))).ms
  }
  const taken = await sideBySide(ours, limit, { warmUps: 1, runs })
  const note = 'the limit is one INSERT for all; the product runs one for each campus, all at once'
  tell(
    timesLimit(
      {
        row: '5',
        what: `${campusNames.length} campuses generate at once: ${count(campusNames.length * students)}`,
        note,
      },
      taken,
      2.5,
    ),
  )
}

/** Measures on a copy of the school, in which every month that can be posted is still to be generated. */
async function onCopy({ cluster, school }: Site, pristine: string, measure: (copy: Site) => Promise<void>) {
  const name = 'bench_generation'
  await cluster.create(name, pristine)
  const copy = await openSite(cluster, name, school)
  try {
    await measure(copy)
  } finally {
    await copy.close()
    await cluster.drop(name)
  }
}

/** Jobs 4 and 5: a month's vouchers for one campus and for all. */
export const generationRows = (pristine: string): Measure => ({
  numbers: [4, 5],
  async measure(site, tell) {
    await onCopy(site, pristine, (copy) => oneCampus(copy, tell))
    await onCopy(site, pristine, (copy) => besideMonths(copy, tell))
    await onCopy(site, pristine, (copy) => allCampuses(copy, tell))
  },
})
