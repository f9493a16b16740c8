import { z } from 'zod/mini'
import { classOrAll, optionalDate, optionalMonth, sectionOrAll } from '#contract/fields.ts'
import type { ListTotals } from '#contract/list-rows.ts'
import {
  firstOfMonth,
  formatDate,
  formatIfDate,
  formatMonth,
  monthOf,
  monthText,
  parseMonth,
  type CalendarDate,
  type Month,
} from '#domain/calendar.ts'
import type { Report, ReportButton } from './report.ts'

/** The students that a report covers: active, left or graduated, or both (decisions 4.states.in-reports). */
export const studentKinds = ['admitted', 'removed', 'all'] as const
export type StudentKind = (typeof studentKinds)[number]

/** Class and section; 'all' does not filter. */
export const classFields = { studentClass: classOrAll, section: sectionOrAll }
/** If omitted, the books are read as they are now. */
export const asOfField = { asOf: optionalDate }
/** Two dates, both included; a missing date sets no limit. */
export const dateFields = { fromDate: optionalDate, toDate: optionalDate }
/** The month for which vouchers were generated; if given, the server ignores the dates (decisions 7). */
export const monthField = { month: optionalMonth }
export const asOfFilter = {
  asOf: { label: 'As of the evening of', folded: 'Books as of a past day…' },
} as const
export const kindField = { type: z.enum(studentKinds) }

export const classFilters = { studentClass: { label: 'Class' }, section: { label: 'Section' } } as const

export const kindFilter = {
  type: {
    label: 'Students',
    words: { admitted: 'regular, at school today', removed: 'left by today', all: 'both' },
    setBy: 'button',
  },
} as const

interface AsOf {
  readonly asOf?: CalendarDate | undefined
}

/** Describes students by their state today, or on the evening of `asOf`, not on the dates of the report. */
export function aboutKind({ type, asOf }: AsOf & { readonly type: StudentKind }): string {
  if (type === 'all') return ''
  if (!isGiven(asOf))
    return type === 'admitted' ? 'Students at school today' : 'Students who have left by today'
  return `${type === 'admitted' ? 'Students at school on' : 'Students who had left by'} ${formatDate(asOf)}`
}

/** Returns the date whose evening a query is for; undefined for the books as they are now. */
export function asOfIn(query: object): CalendarDate | undefined {
  const { asOf } = query as AsOf
  return isGiven(asOf) ? asOf : undefined
}

/** `As the books stood on the evening of 31 Oct 2026. Posting known by month only`; '' for the present books. */
export function asOfWords(
  query: object,
  { caveat, asOfTime }: Pick<ListTotals, 'caveat' | 'asOfTime'>,
): string {
  const asOf = asOfIn(query)
  const evening = asOf && `As the books stood on the evening of ${formatDate(asOf)}`
  return [evening, evening && caveat, asOfTime].filter((part) => part !== undefined).join('. ')
}

/** True for facts that are known only for all vouchers of a month or of a run, not for each voucher. */
export interface Unnamed {
  readonly posting: boolean
  readonly dueDates: boolean
}

/** Returns undefined if all facts are known. */
export function caveatWords({ posting, dueDates }: Unnamed): string | undefined {
  const due = 'ue dates known by run only'
  if (posting) return `Posting known by month only${dueDates ? `, d${due}` : ''}`
  return dueDates ? `D${due}` : undefined
}

/** Returns the month of a query; null if it has none. */
export const monthIn = (query: object): Month | null => {
  const { month } = query as { readonly month?: unknown }
  return typeof month === 'string' ? parseMonth(month) : null
}

/** A month that a preset sets, by default the newest one with vouchers. */
export const monthFilter = {
  month: { label: 'Month', setBy: 'preset', start: (_: CalendarDate, newest: Month) => monthText(newest) },
} as const

export const thisMonth = (today: CalendarDate): CalendarDate => firstOfMonth(monthOf(today))

/** A button for each kind of student (spec 2.fee-record.buttons). */
export const kindButtons: readonly [
  ReportButton<{ type: StudentKind }>,
  ...ReportButton<{ type: StudentKind }>[],
] = [
  { label: 'Generate Report for Regular', sets: { type: 'admitted' } },
  { label: 'Generate Report for students left', sets: { type: 'removed' } },
  { label: 'Generate Report for both', sets: { type: 'all' } },
]

interface Days {
  readonly fromDate?: CalendarDate | undefined
  readonly toDate?: CalendarDate | undefined
}

/** False for undefined, and for '', the value of an empty form field. */
export const isGiven = (date: CalendarDate | undefined): date is CalendarDate => (date ?? '') !== ''

/** ` from 1 Nov 2026 to 30 Nov 2026`; '' if neither date is given. */
export const daysInWords = ({ fromDate, toDate }: Days): string =>
  `${isGiven(fromDate) ? ` from ${formatDate(fromDate)}` : ''}${isGiven(toDate) ? ` to ${formatDate(toDate)}` : ''}`

const isAll = (value: unknown): boolean => value === undefined || value === '' || value === 'all'

function wordOf(value: unknown, words: Readonly<Record<string, string>> = {}): string {
  if (typeof value !== 'string' || value === '') return 'any'
  const month = parseMonth(value)
  if (month) return formatMonth(month)
  return words[value] ?? (value === 'all' ? 'All' : formatIfDate(value))
}

/** The dates of a query with a month are not used. */
const isReplaced = (name: string, query: object): boolean =>
  (name === 'fromDate' || name === 'toDate') && monthIn(query) !== null

/** Returns the filters, such as `Class: All`, the caveat and the time of the books, as text for paper and files. */
export const filterWords = (
  { filters }: Pick<Report, 'filters'>,
  query: Readonly<Record<string, unknown>>,
  { caveat, asOfTime }: Pick<ListTotals, 'caveat' | 'asOfTime'> = {},
): string[] =>
  Object.entries(filters)
    .flatMap(([name, { label, words, setBy, folded }]) => {
      const isOff = (setBy === 'chip' || setBy === 'preset' || folded !== undefined) && isAll(query[name])
      return label === undefined || isOff || isReplaced(name, query)
        ? []
        : [`${label}: ${wordOf(query[name], words)}`]
    })
    .concat(caveat ?? [], asOfTime ?? [])
