// `npm run bench -- --rows country`: the jobs of a campus in a country of a thousand campuses beside the same campus alone.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CalendarDate } from '#domain/calendar.ts'
import { openCluster, type Cluster, type Kept } from './cluster.ts'
import { bookBytes, fillCountry, type Filling } from './country-data.ts'
import type { Reply } from './http-connection.ts'
import { format, median, p95, timed } from './measurement.ts'
import { officeJobs, type OfficeJob } from './office-jobs.ts'
import { runCommand, type Product } from './portal.ts'
import { openOffice, readRows, untilSettled, type Office } from './site.ts'
import { voucherCount, type Size } from './school-data.ts'

interface CountryJob {
  readonly what: string
  /** Whether the country may cost only a little more than one campus; false for work that no clerk waits for. */
  readonly hasGoal: boolean
  /** Milliseconds in each column of the country. */
  readonly times: readonly { readonly median: number; readonly p95: number }[]
}

/** A country beside schools with fewer campuses of the same size. */
export interface Country {
  readonly size: Size
  readonly filling: Filling
  /** Bytes of the whole database, of tables with their indexes, and of indexes alone. */
  readonly bytes: { readonly whole: number; readonly tables: number; readonly indexes: number }
  /** Bytes of one campus with indexes that grew row by row, and with the same indexes built at once. */
  readonly campusBytes: { readonly grown: number; readonly built: number }
  /** What was measured: the school alone first, the country last, once in one campus and once in many. */
  readonly columns: readonly string[]
  readonly jobs: readonly CountryJob[]
  readonly postgres: string
}

interface Column {
  readonly name: string
  readonly database: string
  readonly office: Office
  /** Sends the request of a turn as a clerk of the campus whose turn it is. */
  readonly send: (job: OfficeJob, turn: number) => Promise<Reply>
}

const jobs: readonly OfficeJob[] = [
  ['student by roll number (2)', 200],
  ['students by name (2)', 200],
  ['receive a payment (6)', 150],
  ['fee record of a month (8)', 40],
  ['generate a month (4)', 7],
].flatMap(([what, runs]) =>
  officeJobs.filter((job) => job.what === what).map((job) => ({ ...job, runs: Number(runs) })),
)

// What the filling writes need not outlive a crash: a filling that did not end is dropped.
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

/** The filling of a database that was completed; undefined where there is none. */
async function findFilling(cluster: Cluster, size: Size): Promise<Filling | undefined> {
  const [row] = await readRows<{ filling: Filling | null }>(
    cluster.url('postgres'),
    `select shobj_description(oid, 'pg_database')::jsonb as filling from pg_database where datname = $1`,
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

/** Campuses in which the portal has generated nothing yet, in a random order, without those that are measured already. */
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

/** The portal on a database, with a clerk in each of some campuses that take turns. */
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
  const vouchers = voucherCount(size).toLocaleString('en')
  return {
    name: `${vouchers} vouchers, ${spread > 1 ? `each turn another of ${campuses.length} campuses` : 'one campus'}`,
    database,
    office,
    async send({ request }, turn) {
      const clerk = clerks[turn % clerks.length]
      if (!clerk) throw new Error('No clerk is signed in')
      return clerk.send(request(office, clerk.campus, turn))
    },
  }
}

function summarize(what: string, times: readonly (readonly number[])[], hasGoal: boolean): CountryJob {
  console.log(`country   ${what}: ${times.map((each) => format(median(each), 'ms')).join(', ')}`)
  return { what, hasGoal, times: times.map((each) => ({ median: median(each), p95: p95(each) })) }
}

/** Each job once in every column before the next turn, so that a disturbance of the machine affects all. */
async function measureJobs(cluster: Cluster, columns: readonly Column[]): Promise<CountryJob[]> {
  const results: CountryJob[] = []
  for (const job of jobs) {
    const [times, waits] = [columns.map(() => [] as number[]), columns.map(() => [] as number[])]
    for (let turn = 0; turn < job.warmUps + job.runs; turn += 1) {
      for (const [n, column] of columns.entries()) {
        const { ms } = await column.send(job, turn)
        if (turn >= job.warmUps) times[n]?.push(ms)
        // The portal renews the planner's statistics after bulk work: that must not fall into the next run.
        if (job.pauseMs === undefined) continue
        waits[n]?.push(await timed(() => untilSettled(cluster, column.database)))
      }
    }
    results.push(summarize(job.what, times, true))
    if (job.pauseMs !== undefined)
      results.push(summarize('statistics for the planner after it', waits, false))
  }
  return results
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

/** Measures on copies of the smaller schools and on the country, which is too large to be copied. */
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
    const results = await measureJobs(cluster, columns)
    return {
      size: country,
      filling: await required(cluster, country),
      bytes,
      campusBytes,
      columns: columns.map(({ name }) => name),
      jobs: results,
      postgres: cluster.version,
    }
  } finally {
    for (const { office } of columns) await office.close()
    for (const size of schools.slice(0, -1)) await cluster.drop(`${databaseOf(size)}_copy`)
  }
}

/** Fills what is missing and measures; `keep` names a folder in which the filled cluster stays for the next time. */
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

async function withCluster<T>(kept: Kept, work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cluster = await openCluster(kept)
  try {
    return await work(cluster)
  } finally {
    await cluster.close()
  }
}
