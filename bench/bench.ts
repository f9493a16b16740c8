// What every row works with: the server, the school on it, the product, and the limits beside it.

import { setTimeout as pause } from 'node:timers/promises'
import { dateAt, type CalendarDate } from '#domain/calendar.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { openBare, type BareConnection } from './bare-postgres.ts'
import type { BenchRow } from './bench-row.ts'
import type { Cluster } from './cluster.ts'
import { endOfDataSet, fillSchool, monthAfter, type School, type Size } from './data-set.ts'
import type { Days } from './jobs.ts'
import { MonthsToCome } from './months-to-come.ts'
import { openVouchers, type OpenVouchers } from './open-vouchers.ts'
import { openPortal, type Portal } from './portal.ts'
import { openThinServer, type ThinServer } from './thin-server.ts'

/** A school with the product at work on it. */
export interface Office {
  readonly school: School
  /** The calendar date that the product has. */
  readonly today: CalendarDate
  /** The last month that has vouchers. */
  readonly month: Days
  /** The last twelve months that have vouchers. */
  readonly year: Days
  readonly portal: Portal
  readonly unpaid: OpenVouchers
  readonly toCome: MonthsToCome
  readonly close: () => Promise<void>
}

/** An office on PostgreSQL with the limits beside it, on the same database. */
export interface Site extends Office {
  readonly cluster: Cluster
  readonly database: string
  readonly thin: ThinServer
  readonly bare: BareConnection
  /** Resolves when the product does nothing more: after bulk work it renews the planner's statistics. */
  readonly settled: () => Promise<void>
}

/** Measures the jobs of some numbers in the list of goals and tells each row as it is known. */
export interface Measure {
  readonly numbers: readonly number[]
  readonly measure: (site: Site, tell: (row: BenchRow) => void) => Promise<void>
}

const askEveryMs = 50

/** Makes the database with a school of this size in it. */
export async function makeSchool(cluster: Cluster, name: string, size: Size): Promise<School> {
  await cluster.create(name)
  const database = await openDatabase({ url: cluster.url(name), dataDir: '' })
  try {
    await migrate(database.kysely)
    return await fillSchool(database.kysely, size, endOfDataSet(dateAt(new Date())))
  } finally {
    await database.close()
  }
}

/** What a school's last month and year are, and what is still to be paid and generated in it. */
export async function openOffice(
  school: School,
  settings: Record<string, string>,
  unpaid: OpenVouchers,
): Promise<Office> {
  const portal = await openPortal(settings)
  const to = `${school.lastMonth.slice(0, 8)}28`
  return {
    school,
    today: dateAt(new Date()),
    month: { from: school.lastMonth, to },
    year: { from: monthAfter(school.lastMonth, -11), to },
    portal,
    unpaid,
    toCome: new MonthsToCome(school),
    close: () => portal.close(),
  }
}

/** Opens the product and its limits on a database that has the school. */
export async function openSite(cluster: Cluster, database: string, school: School): Promise<Site> {
  const url = cluster.url(database)
  const bare = await openBare(url)
  const thin = await openThinServer(url)
  const office = await openOffice(school, { DATABASE_URL: url }, await openVouchers(url, school))
  return {
    ...office,
    cluster,
    database,
    thin,
    bare,
    settled: () => untilIdle(cluster, database),
    async close() {
      await office.close()
      thin.close()
      bare.close()
    },
  }
}

async function untilIdle(cluster: Cluster, database: string): Promise<void> {
  do await pause(askEveryMs)
  while (
    (await cluster.countIn(
      database,
      `pg_stat_activity where datname = '${database}' and state <> 'idle'
      and application_name = 'school-portal'`,
    )) > 0
  )
}
