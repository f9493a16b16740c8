// `npm run bench -- --rows country`: times the jobs of one campus, alone and in a database of a thousand campuses.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CalendarDate } from '#domain/calendar.ts'
import { openCluster, type Cluster, type ClusterOptions } from './cluster.ts'
import { bookBytes, loadManyCampuses, type LoadResult } from './country-data.ts'
import { format, median, p95 } from './measurement.ts'
import { officeJobs, type OfficeJob } from './office-jobs.ts'
import { runCommand, type Clerk, type Product } from './portal.ts'
import { voucherCount, type Size } from './school-data.ts'
import { openOffice, readRows, untilSettled, type Office } from './site.ts'

interface ManyCampusesJob {
  readonly what: string
  /** Milliseconds in each column, in the order of `columns`. */
  readonly times: readonly { readonly median: number; readonly p95: number }[]
}

/** The results for a database of many campuses, compared with databases of fewer campuses of the same size. */
export interface ManyCampuses {
  readonly size: Size
  readonly filling: LoadResult
  /** Bytes of the database, of tables with their indexes, and of indexes alone. */
  readonly bytes: { readonly whole: number; readonly tables: number; readonly indexes: number }
  /** Bytes of one campus with indexes that grew row by row, and with the same indexes built at once. */
  readonly campusBytes: { readonly grown: number; readonly built: number }
  /** The names of the columns, the single campus first. The last three belong to the largest database. */
  readonly columns: readonly string[]
  readonly jobs: readonly ManyCampusesJob[]
  readonly postgres: string
}

interface Column {
  /** A single campus has one name; alternating campuses have two names, for their first turn and their second. */
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

// Durability is off while loading: after a crash, an incomplete database is dropped and loaded again.
const loadSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
}

const databaseOf = ({ campuses }: Size): string => `bench_country_${campuses}`

/** Finds the result of a completed load; undefined if the database is missing or incomplete. */
async function findLoadResult(cluster: Cluster, size: Size): Promise<LoadResult | undefined> {
  const [row] = await readRows<{ filling: LoadResult | null }>(
    cluster.url('postgres'),
    `select shobj_description(oid, 'pg_database')::json as filling from pg_database where datname = $1`,
    [databaseOf(size)],
  )
  return row?.filling ?? undefined
}

async function loadDatabase(cluster: Cluster, product: Product, size: Size): Promise<void> {
  if (await findLoadResult(cluster, size)) return
  const [database, url] = [databaseOf(size), cluster.url(databaseOf(size))]
  await cluster.create(database)
  await runCommand(product, { DATABASE_URL: url }, 'migrate')
  const filling = await loadManyCampuses(url, size, (step, seconds) =>
    console.log(
      `country   ${voucherCount(size).toLocaleString('en')} vouchers, ${step}: ${format(seconds, 's')}`,
    ),
  )
  await cluster.query(`comment on database ${database} is '${JSON.stringify(filling)}'`)
}

/** Lists campuses, in random order, in which the portal has not generated vouchers and that are not used yet. */
const listFreshCampuses = async (
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

/** Starts the portal on a database and signs in a clerk in each of `spread` campuses. */
async function openColumn(
  { cluster, product }: { readonly cluster: Cluster; readonly product: Product },
  database: string,
  size: Size,
  spread: number,
  used: readonly string[] = [],
): Promise<Column> {
  const url = cluster.url(database)
  const campuses = await listFreshCampuses(url, size, spread, used)
  const [firstCampus] = campuses
  const [run] = await readRows<{ day: CalendarDate }>(
    url,
    'select issue_date::text as day from voucher_runs where run_no = $1 limit 1',
    [size.months],
  )
  if (firstCampus === undefined || run === undefined) throw new Error(`${database} has no fresh campus left`)
  const school = {
    ...size,
    campusNames: campuses,
    firstCampus,
    lastMonth: run.day,
  }
  const office = await openOffice(product, { DATABASE_URL: url }, school, url)
  const clerks = await office.portal.signInAll(campuses)
  const names = spread > 1 ? ['many campuses, first turn', 'many campuses, second turn'] : ['one campus']
  const vouchers = voucherCount(size).toLocaleString('en')
  return { names: names.map((name) => `${vouchers} vouchers, ${name}`), database, office, clerks }
}

/** Times a job, once per column in each turn, so that noise on the machine affects all columns equally. */
async function measureJob(cluster: Cluster, columns: readonly Column[], job: OfficeJob) {
  const turns = job.warmUps + job.runs
  const times = new Map<string, number[]>()
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { names, database, office, clerks } of columns) {
      // With enough campuses, each has two turns.
      const alternatingCount = Math.min(clerks.length, turns >> 1)
      const clerk = clerks[turn % alternatingCount]
      const name = (turn < alternatingCount ? undefined : names[1]) ?? names[0] ?? ''
      if (!clerk) throw new Error('No clerk is signed in')
      const { ms } = await clerk.send(job.request(office, clerk.campus, turn))
      if (turn >= job.warmUps) times.set(name, [...(times.get(name) ?? []), ms])
      // The portal refreshes the planner's statistics after bulk work. The next run starts after the refresh.
      if (job.pauseMs !== undefined) await untilSettled(cluster, database)
    }
  }
  const columnTimes = columns.flatMap(({ names }) => names).map((name) => times.get(name) ?? [])
  console.log(`country   ${job.what}: ${columnTimes.map((each) => format(median(each), 'ms')).join(', ')}`)
  return { what: job.what, times: columnTimes.map((each) => ({ median: median(each), p95: p95(each) })) }
}

async function measureBytes(cluster: Cluster, size: Size) {
  const url = cluster.url(databaseOf(size))
  const [whole] = await cluster.query(`select pg_database_size('${databaseOf(size)}')::float8 as bytes`)
  const [tables] = await readRows<{ bytes: number; ofIndexes: number }>(url, bookBytes)
  return { whole: Number(whole?.['bytes']), tables: tables?.bytes ?? 0, indexes: tables?.ofIndexes ?? 0 }
}

const requireLoadResult = async (cluster: Cluster, size: Size): Promise<LoadResult> => {
  const filling = await findLoadResult(cluster, size)
  if (!filling) throw new Error(`${databaseOf(size)} is not loaded`)
  return filling
}

/** Measures on copies of the smaller databases, and on the largest itself, because it is too large to copy. */
async function measure(cluster: Cluster, product: Product, schools: readonly Size[]): Promise<ManyCampuses> {
  const [single, largest] = [schools[0], schools.at(-1)]
  if (!single || !largest) throw new Error('No school to measure was given')
  const spread = Math.min(200, largest.campuses >> 1)
  const columns: Column[] = []
  const bytes = await measureBytes(cluster, largest)
  const campusBytes = {
    grown: (await requireLoadResult(cluster, single)).grownBytes,
    built: (await measureBytes(cluster, single)).tables,
  }
  try {
    for (const size of schools) {
      const isLargest = size === largest
      const database = isLargest ? databaseOf(size) : `${databaseOf(size)}_copy`
      if (!isLargest) await cluster.create(database, databaseOf(size))
      columns.push(await openColumn({ cluster, product }, database, size, 1))
    }
    const used = columns.at(-1)?.office.school.campusNames
    columns.push(await openColumn({ cluster, product }, databaseOf(largest), largest, spread, used))
    const results: ManyCampusesJob[] = []
    for (const job of jobs) results.push(await measureJob(cluster, columns, job))
    return {
      size: largest,
      filling: await requireLoadResult(cluster, largest),
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

/** Loads the databases that are missing, then measures. `keep` is a folder that keeps the cluster for the next run. */
export async function measureManyCampuses(product: Product, small: boolean, keep?: string) {
  const [campusSize, counts] = small
    ? [{ students: 300, months: 3 }, [1, 2, 20]]
    : [{ students: 1000, months: 24 }, [1, 3, 25, 1000]]
  const schools = counts.map((campuses) => ({ ...campusSize, campuses }))
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'bench-country-'))
  try {
    await withCluster({ folder, settings: loadSettings }, async (cluster) => {
      for (const size of schools) await loadDatabase(cluster, product, size)
    })
    execFileSync('sync')
    return await withCluster({ folder }, (cluster) => measure(cluster, product, schools))
  } finally {
    if (keep === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

async function withCluster<T>(options: ClusterOptions, work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cluster = await openCluster(options)
  try {
    return await work(cluster)
  } finally {
    await cluster.close()
  }
}
