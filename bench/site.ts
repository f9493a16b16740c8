// The environment in which rows are measured: a school in a database, with the portal and the references.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { dateAt } from '#domain/calendar.ts'
import type { Cluster } from './cluster.ts'
import { connect } from './http-connection.ts'
import type { BenchRow } from './measurement.ts'
import { runCommand, startPortal, type Clerk, type Portal, type Product, type Settings } from './portal.ts'
import { openQueryConnection, type QueryConnection } from './query-connection.ts'
import { studentByRollNo, type Period, type UnpaidVoucher } from './requests.ts'
import { fillSchool, monthAfter, type School, type Size } from './school-data.ts'

/** A school with its running portal, and the periods and vouchers that the jobs use. */
export interface Office {
  readonly school: School
  readonly today: string
  /** The last month with vouchers, and the twelve months up to it. */
  readonly month: Period
  readonly year: Period
  readonly portal: Portal
  /** Returns an unpaid voucher of the last month, never the same one twice; undefined if none is left. */
  readonly takeUnpaid: (campus: string) => UnpaidVoucher | undefined
  /** Returns the first day of a month without vouchers, never the same one twice. The portal can post only twelve. */
  readonly nextMonth: (campus: string, generatedBy?: 'portal' | 'sql') => string
  readonly close: () => Promise<void>
}

/** The database server and the measured commit. */
export interface BenchTarget {
  readonly cluster: Cluster
  readonly product: Product
}

/** The environment of a measurement: an office on PostgreSQL, with the references on the same database. */
export interface Site extends Office, BenchTarget {
  readonly database: string
  /** A copy of the school as it was created. */
  readonly pristine: string
  /** Connects to the reference server; a query resolves to its milliseconds. */
  readonly openReference: () => (name: string, ...parameters: readonly (string | number)[]) => Promise<number>
  readonly sql: QueryConnection
  /** Waits until the portal has refreshed the planner's statistics after a bulk change. */
  readonly waitUntilSettled: () => Promise<void>
}

/** Measures the rows of some goals, and reports each row as soon as it is measured. */
export interface Measure {
  readonly goals: readonly number[]
  readonly measure: (site: Site, report: (row: BenchRow) => void) => Promise<void>
}

export async function createSchool(
  { cluster, product }: BenchTarget,
  name: string,
  size: Size,
): Promise<School> {
  await cluster.create(name)
  await runCommand(product, { DATABASE_URL: cluster.url(name) }, 'migrate')
  return fillSchool(cluster.url(name), size)
}

export async function readRows<Row extends object>(
  url: string,
  query: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(query, [...values])
  await client.end()
  return rows
}

/** Lists the unpaid vouchers of the last month, in an order that mixes the classes. */
const listUnpaid = (url: string, { lastMonth, campusNames }: School): Promise<UnpaidVoucher[]> =>
  readRows(
    url,
    `select campus, voucher_no as "voucherNo", roll_no as "rollNo", net_balance::float8 as balance from vouchers
     where campus = any($2) and issue_date = $1 and not fee_paid and posted
     order by campus, roll_no * 7919 % 104729`,
    [lastMonth, campusNames],
  )

/** Starts the portal on a school; unpaid vouchers come from `url`, a database with the same vouchers. */
export async function openOffice(
  product: Product,
  settings: Settings,
  school: School,
  url: string,
): Promise<Office> {
  const vouchers = await listUnpaid(url, school)
  const unpaid = new Map(
    school.campusNames.map((name) => [name, vouchers.filter(({ campus }) => campus === name)]),
  )
  const generated = new Map<string, number>()
  const portal = await startPortal(product, settings)
  const to = `${school.lastMonth.slice(0, 8)}28`
  return {
    school,
    portal,
    today: dateAt(new Date()),
    month: { from: school.lastMonth, to },
    year: { from: monthAfter(school.lastMonth, -11), to },
    takeUnpaid: (campus) => unpaid.get(campus)?.pop(),
    nextMonth(campus, generatedBy = 'portal') {
      const key = `${campus} by ${generatedBy}`
      const count = (generated.get(key) ?? 0) + 1
      generated.set(key, count)
      return monthAfter(school.lastMonth, count + (generatedBy === 'sql' ? 120 : 0))
    },
    close: () => portal.close(),
  }
}

async function startReference(url: string) {
  const file = fileURLToPath(new URL('reference-server.ts', import.meta.url))
  const server = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => void server.kill()
  process.once('exit', kill)
  const { value: port } = await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next()
  if (port === undefined) throw new Error('The reference server did not start')
  const close = () => {
    process.off('exit', kill)
    kill()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

/** Waits until the portal has finished its work after a bulk change. */
export async function untilSettled({ query }: Cluster, database: string): Promise<void> {
  const active = `select 1 from pg_stat_activity
    where datname = '${database}' and state <> 'idle' and application_name = 'school-portal'`
  do await delay(50)
  while ((await query(active)).length > 0)
}

/** Opens the portal and the references on a school's database. */
export async function openSite(
  { cluster, product, pristine }: BenchTarget & { readonly pristine: string },
  database: string,
  school: School,
): Promise<Site> {
  const url = cluster.url(database)
  const office = await openOffice(product, { DATABASE_URL: url }, school, url)
  const [sql, reference] = [await openQueryConnection(url), await startReference(url)]
  return {
    ...office,
    cluster,
    product,
    pristine,
    database,
    sql,
    openReference() {
      const send = connect(reference.url)
      return async (name, ...parameters) => {
        const query = new URLSearchParams(parameters.map((value) => ['p', String(value)])).toString()
        // Payments have a body, as in the portal.
        const request = name === 'pay' ? { path: '/pay', body: parameters } : { path: `/${name}?${query}` }
        const { status, ms, error } = await send(request)
        if (status !== 200) throw new Error(`The reference server failed: ${error}`)
        return ms
      }
    },
    waitUntilSettled: () => untilSettled(cluster, database),
    async close() {
      await office.close()
      reference.close()
      sql.close()
    },
  }
}

/** Measures on a new copy of the school, in which no further month has been generated. */
export async function onCopy(site: Site, measure: (copy: Site) => Promise<void>): Promise<void> {
  const name = `${site.database}_copy`
  await site.cluster.create(name, site.pristine)
  const copy = await openSite(site, name, site.school)
  try {
    await measure(copy)
  } finally {
    await copy.close()
    await site.cluster.drop(name)
  }
}

/** Measures in a new portal process, warmed up with look-ups by one clerk. */
export async function withNewPortal<T>(
  { product, cluster, database, school }: Site,
  measure: (portal: Portal, clerk: Clerk) => Promise<T>,
): Promise<T> {
  const portal = await startPortal(product, { DATABASE_URL: cluster.url(database) })
  try {
    const clerk = await portal.signIn(school.firstCampus)
    for (let rollNo = 1; rollNo <= 20; rollNo += 1) await clerk.send(studentByRollNo(clerk.campus, rollNo))
    return await measure(portal, clerk)
  } finally {
    await portal.close()
  }
}
