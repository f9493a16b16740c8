// The name of an exported file, and the lines above its table in Excel.

import type { ListTotals } from '#contract/list-rows.ts'
import { formatDate } from '#domain/calendar.ts'
import { filterWords } from '#reports/filter-words.ts'
import type { Report } from '#reports/report.ts'
import { findSchool } from '#server/records/school.ts'
import type { Scope } from '#server/records/scope.ts'

type Query = Readonly<Record<string, unknown>>

/** The lines under a report's title: school and campus, the filters, and when and by whom it was made. */
export async function aboutReport(
  scope: Scope,
  report: Report,
  query: Query,
  totals: ListTotals,
): Promise<string[]> {
  const school = await findSchool(scope)
  return [
    `${school.name}, ${scope.campus}`,
    filterWords(report, query, totals).join('; '),
    `Made on ${formatDate(scope.today)} by ${scope.userName}`,
  ]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `Fee record, Main Campus, 2026-11-01 to 2026-11-30, as of 2026-12-01`; without dates, the day on which it was made. */
export function fileName(
  title: string,
  { campus, today }: Pick<Scope, 'campus' | 'today'>,
  query: Query,
): string {
  const [from, to] = [textOf(query['fromDate']), textOf(query['toDate'])]
  const dates = [to === '' && from !== '' ? `from ${from}` : from, to === '' ? '' : `to ${to}`]
  const asOf = textOf(query['asOf'])
  const parts = [dates.filter((part) => part !== '').join(' '), asOf === '' ? '' : `as of ${asOf}`]
  return [title, campus, parts.filter((part) => part !== '').join(', ') || today].join(', ')
}
