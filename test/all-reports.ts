import { expect } from 'vitest'
import { dateAt, type CalendarDate } from '#domain/calendar.ts'
import { lists } from '#reports/reports.ts'
import { getRows } from './report-rows.ts'
import type { Caller, TestSchool } from './school.ts'

type Filters = Readonly<Record<string, string>>

/** The queries of each list; a list that is not here is read once, without filters. */
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

const bookLists = Object.entries(lists).filter(([, { endpoint }]) => endpoint.access === 'staff')

/** Reads the totals and rows of each list of Main Campus by query, now or as of the evening of a day. */
async function readAllReports(school: TestSchool, caller: Caller, asOf?: CalendarDate): Promise<ReadReports> {
  const reports: Record<string, unknown> = {}
  for (const [name, list] of bookLists) {
    for (const filters of queries[name as keyof typeof lists] ?? [{}]) {
      const { rows, totals } = await getRows(school, caller, list, { ...filters, ...(asOf && { asOf }) })
      reports[`${name} ${JSON.stringify(filters)}`] = { rows, totals }
    }
  }
  return reports
}

/** Every report as it was on the evening of a day. */
export interface Evening {
  readonly asOf: CalendarDate
  readonly read: ReadReports
}

/** Reads every report now, after the last change of the day. */
export const readEvening = async (school: TestSchool, caller: Caller): Promise<Evening> => ({
  asOf: dateAt(school.now),
  read: await readAllReports(school, caller),
})

/** Checks that every report as of these evenings equals the report that was read then. */
export async function expectReadAgain(
  school: TestSchool,
  caller: Caller,
  evenings: readonly Evening[],
): Promise<void> {
  for (const { asOf, read } of evenings) {
    const current = await readAllReports(school, caller, asOf)
    // Compares report by report, because the diff of two large objects takes minutes to format.
    for (const [report, earlier] of Object.entries(read)) {
      expect([asOf, report, current[report]]).toEqual([asOf, report, earlier])
    }
  }
}
