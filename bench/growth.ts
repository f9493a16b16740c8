import { makeSchool, openOffice } from './bench.ts'
import type { Cluster } from './cluster.ts'
import type { Size } from './data-set.ts'
import { officeJobs, measureJobs } from './office-jobs.ts'
import { openVouchers } from './open-vouchers.ts'

/** How long one campus's job takes as the school grows; milliseconds, in the order of `at`. */
export interface Curve {
  readonly what: string
  readonly row: string
  readonly taken: readonly number[]
}

export interface Growth {
  /** What grows: campuses, or years in one campus. */
  readonly of: string
  readonly at: readonly { readonly words: string; readonly vouchers: number }[]
  readonly curves: readonly Curve[]
}

interface Stage {
  readonly words: string
  readonly size: Size
}

const database = 'bench_growth'

async function measureStage(cluster: Cluster, { size }: Stage): Promise<number[]> {
  const school = await makeSchool(cluster, database, size)
  const url = cluster.url(database)
  const office = await openOffice(school, { DATABASE_URL: url }, await openVouchers(url, school))
  try {
    return await measureJobs(office)
  } finally {
    await office.close()
    await cluster.drop(database)
  }
}

async function grow(
  cluster: Cluster,
  of: string,
  stages: readonly Stage[],
  first?: readonly number[],
): Promise<Growth> {
  const taken: (readonly number[])[] = first ? [first] : []
  for (const stage of stages.slice(taken.length)) {
    console.log(`      measuring ${stage.words}`)
    taken.push(await measureStage(cluster, stage))
  }
  return {
    of,
    at: stages.map(({ words, size }) => ({ words, vouchers: size.campuses * size.students * size.months })),
    curves: officeJobs.map(({ row, what }, n) => ({
      row,
      what,
      taken: taken.map((stage) => stage[n] ?? Number.NaN),
    })),
  }
}

const words = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Measures one campus's jobs among 1, 3 and 10 campuses, and with 1, 5 and 10 years behind it. */
export async function measureGrowth(
  cluster: Cluster,
  { students, months, campuses }: Size,
): Promise<Growth[]> {
  const ofCampuses = [...new Set([1, Math.min(3, campuses), campuses])].map((count) => ({
    words: words(count, 'campus', 'campuses'),
    size: { students, months, campuses: count },
  }))
  const ofYears = [1, 5, 10].map((count) => ({
    words: words(count, 'year', 'years'),
    size: { students, months: months * count, campuses: 1 },
  }))
  const byCampuses = await grow(cluster, 'campuses', ofCampuses)
  // One campus with one year is the first of both.
  const first = byCampuses.curves.map(({ taken }) => taken[0] ?? Number.NaN)
  return [byCampuses, await grow(cluster, 'years in one campus', ofYears, first)]
}
