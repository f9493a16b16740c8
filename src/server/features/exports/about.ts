// The name of an exported file, and the lines above its table in Excel.

import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import type { StudentKind } from '#domain/report-columns.ts'
import { findSchool } from '#server/records/school.ts'
import type { Scope } from '#server/records/scope.ts'

export interface Dates {
  readonly fromDate?: CalendarDate | undefined
  readonly toDate?: CalendarDate | undefined
}

/** `1 Nov 2026`, or that the date bounds nothing. */
const dayWord = (day: CalendarDate | undefined): string => (day ? formatDate(day) : 'any')
const choiceWord = (choice: string): string => (choice === 'all' ? 'All' : choice)

/** `Class: All`, `Section: Red`. */
export const classWords = (studentClass: string, section: string): string[] => [
  `Class: ${choiceWord(studentClass)}`,
  `Section: ${choiceWord(section)}`,
]

/** `From Date (Issue Date): 1 Nov 2026`, with the date that each of the two bounds. */
export const dateWords = ({ fromDate, toDate }: Dates, from = '', to = from): string[] => [
  `From Date${from && ` (${from})`}: ${dayWord(fromDate)}`,
  `To Date${to && ` (${to})`}: ${dayWord(toDate)}`,
]

const kindWords: Readonly<Record<StudentKind, string>> = { admitted: 'regular', removed: 'left', all: 'both' }

export const studentWords = (kind: StudentKind): string => `Students: ${kindWords[kind]}`

/** The lines under a report's title: school and campus, the filters, and when and by whom it was made. */
export async function aboutReport(scope: Scope, filters: readonly string[]): Promise<string[]> {
  const school = await findSchool(scope)
  return [
    `${school.name}, ${scope.campus}`,
    filters.join('; '),
    `Made on ${formatDate(scope.today)} by ${scope.userName}`,
  ]
}

/** `Fee record, Main Campus, 2026-11-01 to 2026-11-30`; without dates, the day on which it was made. */
export function fileName(
  title: string,
  { campus, today }: Pick<Scope, 'campus' | 'today'>,
  { fromDate, toDate }: Dates = {},
): string {
  const from = fromDate && (toDate ? fromDate : `from ${fromDate}`)
  const to = toDate && `to ${toDate}`
  const dates = [from, to].filter((part) => part !== undefined).join(' ')
  return [title, campus, dates || today].join(', ')
}
