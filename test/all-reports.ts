import { expect } from 'vitest'
import { dateAt, type CalendarDate } from '#domain/calendar.ts'
import { lists } from '#reports/reports.ts'
import { getRows } from './report-rows.ts'
import type { Caller, TestSchool } from './school.ts'

type Filters = Readonly<Record<string, string>>

/** The queries by list; by default one for everything. */
const queries: { readonly [Name in keyof typeof lists]?: readonly Filters[] } = {
  voucherList: [
    { paidStatus: 'all' },
    { paidStatus: 'paid', type: 'admitted' },
    { paidStatus: 'unpaid', type: 'removed' },
    { paidStatus: 'unpaid', unposted: 'leftOut' },
    { paidStatus: 'unpaid', toDate: '2026-12-20', toDateOf: 'dueDate' },
    { paidStatus: 'all', studentClass: '5', unposted: 'leftOut' },
  ],
  receiptList: [{ type: 'all' }, { type: 'admitted', studentClass: '6' }],
}

type ReadReports = Readonly<Record<string, unknown>>

/** The lists of the books. */
const ofBooks = Object.entries(lists).filter(([, { endpoint }]) => endpoint.access === 'staff')

/** Totals and rows of each of Main Campus's lists by query, now or as of the evening of a day. */
async function readAllReports(school: TestSchool, caller: Caller, asOf?: CalendarDate): Promise<ReadReports> {
  const read: Record<string, unknown> = {}
  for (const [name, list] of ofBooks) {
    for (const filters of queries[name as keyof typeof lists] ?? [{}]) {
      const { rows, totals } = await getRows(school, caller, list, { ...filters, ...(asOf && { asOf }) })
      read[`${name} ${JSON.stringify(filters)}`] = { rows, totals }
    }
  }
  return read
}

/** Every report on the evening of a day, to be read again as of it. */
export interface Evening {
  readonly asOf: CalendarDate
  readonly read: ReadReports
}

/** Reads every report now, after the last act of the day. */
export const readEvening = async (school: TestSchool, caller: Caller): Promise<Evening> => ({
  asOf: dateAt(school.now),
  read: await readAllReports(school, caller),
})

/** Every report as of these evenings equals its state on them. */
export async function expectReadAgain(
  school: TestSchool,
  caller: Caller,
  evenings: readonly Evening[],
): Promise<void> {
  for (const { asOf, read } of evenings) {
    const again = await readAllReports(school, caller, asOf)
    // Report by report: the diff of two large objects takes minutes to format.
    for (const [report, was] of Object.entries(read)) {
      expect([asOf, report, again[report]]).toEqual([asOf, report, was])
    }
  }
}
