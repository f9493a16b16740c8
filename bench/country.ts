// `npm run bench -- --rows country`: the jobs of a campus in a country of a thousand campuses, and of the same campus alone.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CalendarDate } from '#domain/calendar.ts'
import { openCluster, type Cluster, type ClusterOptions } from './cluster.ts'
import { bookBytes, fillCountry, type Filling } from './country-data.ts'
import { format, median, p95 } from './measurement.ts'
import { officeJobs, type OfficeJob } from './office-jobs.ts'
import { runCommand, type Clerk, type Product } from './portal.ts'
import { voucherCount, type Size } from './school-data.ts'
import { openOffice, readRows, untilSettled, type Office } from './site.ts'

interface CountryJob {
  readonly what: string
  /** Milliseconds in each column of the country. */
  readonly times: readonly { readonly median: number; readonly p95: number }[]
}

/** A country beside schools with fewer campuses of the same size. */
export interface Country {
  readonly size: Size
  readonly filling: Filling
  /** Bytes of the database, of tables with their indexes, and of indexes alone. */
  readonly bytes: { readonly whole: number; readonly tables: number; readonly indexes: number }
  /** Bytes of one campus with indexes that grew row by row, and with the same indexes built at once. */
  readonly campusBytes: { readonly grown: number; readonly built: number }
  /** The school alone first, the country last, once in one campus and once in many. */
  readonly columns: readonly string[]
  readonly jobs: readonly CountryJob[]
  readonly postgres: string
}

interface Column {
  /** One column for one campus; for campuses that alternate, one for their first turn and one for their second. */
  readonly names: readonly string[]
  readonly database: string
  readonly office: Office
  readonly clerks: readonly Clerk[]
}

const jobs: readonly OfficeJob[] = [
  ['student by roll number (2)', 370],
  ['students by name (2)', 370],
  ['receive a payment (6)', 380],
  ['fee record of a month (8)', 58],
  ['generate a month (4)', 7],
].flatMap(([what, runs]) =>
  officeJobs.filter((job) => job.what === what).map((job) => ({ ...job, runs: Number(runs) })),
)

// A filling may be lost in a crash: an unfinished one is dropped.
const whileFilling = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
}

const databaseOf = ({ campuses }: Size): string => `bench_country_${campuses}`

/** The completed filling of a database; undefined if there is none. */
async function findFilling(cluster: Cluster, size: Size): Promise<Filling | undefined> {
  const [row] = await readRows<{ filling: Filling | null }>(
    cluster.url('postgres'),
    `select shobj_description(oid, 'pg_database')::json as filling from pg_database where datname = $1`,
    [databaseOf(size)],
  )
  return row?.filling ?? undefined
}

async function fill(cluster: Cluster, product: Product, size: Size): Promise<void> {
  if (await findFilling(cluster, size)) return
  const [database, url] = [databaseOf(size), cluster.url(databaseOf(size))]
  await cluster.create(database)
  await runCommand(product, { DATABASE_URL: url }, 'migrate')
  const filling = await fillCountry(url, size, (step, seconds) =>
    console.log(
      `country   ${voucherCount(size).toLocaleString('en')} vouchers, ${step}: ${format(seconds, 's')}`,
    ),
  )
  await cluster.query(`comment on database ${database} is '${JSON.stringify(filling)}'`)
}

/** Campuses in a random order in which the portal has generated nothing and nothing is measured yet. */
const freshCampuses = async (
  url: string,
  { months }: Size,
  count: number,
  used: readonly string[],
): Promise<string[]> => {
  const rows = await readRows<{ campus: string }>(
    url,
    `select campus from campuses c
     where campus <> all($3) and not exists (select from voucher_runs r where r.campus = c.campus and r.run_no > $1)
     order by random() limit $2`,
    [months, count, used],
  )
  return rows.map(({ campus }) => campus)
}

/** The portal on a database, with a clerk in each of some alternating campuses. */
async function openColumn(
  { cluster, product }: { readonly cluster: Cluster; readonly product: Product },
  database: string,
  size: Size,
  spread: number,
  used: readonly string[] = [],
): Promise<Column> {
  const url = cluster.url(database)
  const campuses = await freshCampuses(url, size, spread, used)
  const [firstCampus] = campuses
  const [last] = await readRows<{ day: CalendarDate }>(
    url,
    'select issue_date::text as day from voucher_runs where run_no = $1 limit 1',
    [size.months],
  )
  if (firstCampus === undefined || last === undefined) throw new Error(`${database} has no fresh campus left`)
  const school = {
    ...size,
    campusNames: campuses,
    firstCampus,
    lastMonth: last.day,
  }
  const office = await openOffice(product, { DATABASE_URL: url }, school, url)
  const clerks = await office.portal.signInAll(campuses)
  const names = spread > 1 ? ['many campuses, first turn', 'many campuses, second turn'] : ['one campus']
  const vouchers = voucherCount(size).toLocaleString('en')
  return { names: names.map((name) => `${vouchers} vouchers, ${name}`), database, office, clerks }
}

/** Runs each job once in every column before the next turn, so that a disturbance of the machine affects all. */
async function measureJob(cluster: Cluster, columns: readonly Column[], job: OfficeJob): Promise<CountryJob> {
  const turns = job.warmUps + job.runs
  const times = new Map<string, number[]>()
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { names, database, office, clerks } of columns) {
      // Each campus has two turns.
      const taking = Math.min(clerks.length, turns >> 1)
      const clerk = clerks[turn % taking]
      const name = (turn < taking ? undefined : names[1]) ?? names[0] ?? ''
      if (!clerk) throw new Error('No clerk is signed in')
      const { ms } = await clerk.send(job.request(office, clerk.campus, turn))
      if (turn >= job.warmUps) times.set(name, [...(times.get(name) ?? []), ms])
      // The portal renews the planner's statistics after bulk work, which must not fall into the next run.
      if (job.pauseMs !== undefined) await untilSettled(cluster, database)
    }
  }
  const columnTimes = columns.flatMap(({ names }) => names).map((name) => times.get(name) ?? [])
  console.log(`country   ${job.what}: ${columnTimes.map((each) => format(median(each), 'ms')).join(', ')}`)
  return { what: job.what, times: columnTimes.map((each) => ({ median: median(each), p95: p95(each) })) }
}

async function sizes(cluster: Cluster, size: Size) {
  const url = cluster.url(databaseOf(size))
  const [whole] = await cluster.query(`select pg_database_size('${databaseOf(size)}')::float8 as bytes`)
  const [tables] = await readRows<{ bytes: number; ofIndexes: number }>(url, bookBytes)
  return { whole: Number(whole?.['bytes']), tables: tables?.bytes ?? 0, indexes: tables?.ofIndexes ?? 0 }
}

const required = async (cluster: Cluster, size: Size): Promise<Filling> => {
  const filling = await findFilling(cluster, size)
  if (!filling) throw new Error(`${databaseOf(size)} is not filled`)
  return filling
}

/** Measures on copies of the smaller schools and on the country itself, which is too large to copy. */
async function measure(cluster: Cluster, product: Product, schools: readonly Size[]): Promise<Country> {
  const [alone, country] = [schools[0], schools.at(-1)]
  if (!alone || !country) throw new Error('There is no school to measure')
  const spread = Math.min(200, country.campuses >> 1)
  const columns: Column[] = []
  const bytes = await sizes(cluster, country)
  const campusBytes = {
    grown: (await required(cluster, alone)).grownBytes,
    built: (await sizes(cluster, alone)).tables,
  }
  try {
    for (const size of schools) {
      const isCountry = size === country
      const database = isCountry ? databaseOf(size) : `${databaseOf(size)}_copy`
      if (!isCountry) await cluster.create(database, databaseOf(size))
      columns.push(await openColumn({ cluster, product }, database, size, 1))
    }
    const used = columns.at(-1)?.office.school.campusNames
    columns.push(await openColumn({ cluster, product }, databaseOf(country), country, spread, used))
    const results: CountryJob[] = []
    for (const job of jobs) results.push(await measureJob(cluster, columns, job))
    return {
      size: country,
      filling: await required(cluster, country),
      bytes,
      campusBytes,
      columns: columns.flatMap(({ names }) => names),
      jobs: results,
      postgres: cluster.version,
    }
  } finally {
    for (const { office } of columns) await office.close()
    for (const size of schools.slice(0, -1)) await cluster.drop(`${databaseOf(size)}_copy`)
  }
}

/** Fills what is missing and measures; `keep` names a folder that keeps the cluster for the next time. */
export async function measureCountry(product: Product, small: boolean, keep?: string): Promise<Country> {
  const [each, campuses] = small
    ? [{ students: 300, months: 3 }, [1, 2, 20]]
    : [{ students: 1000, months: 24 }, [1, 3, 25, 1000]]
  const schools = campuses.map((count) => ({ ...each, campuses: count }))
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'bench-country-'))
  try {
    await withCluster({ folder, settings: whileFilling }, async (cluster) => {
      for (const size of schools) await fill(cluster, product, size)
    })
    execFileSync('sync')
    return await withCluster({ folder }, (cluster) => measure(cluster, product, schools))
  } finally {
    if (keep === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

async function withCluster<T>(kept: ClusterOptions, work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cluster = await openCluster(kept)
  try {
    return await work(cluster)
  } finally {
    await cluster.close()
  }
}
