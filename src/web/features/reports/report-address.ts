// A report's address: filters, kind of students, sorting and status.

import { z } from 'zod/mini'
import { optionalDate } from '#contract/fields.ts'
import { parseMonth, type CalendarDate, type Month } from '#domain/calendar.ts'
import type { Report } from '#reports/report.ts'
import { isOfMonths, isPreset, spanOfMonth, spanOfPreset, type Span } from '#web/kit/presets.ts'
import type { Sorting } from '#web/ui/sort-rows.ts'
import { chipsOf, inForm, startOf, type Days, type FilterValues } from './report-form.tsx'
import type { Query } from './use-report.ts'

export interface ReportState {
  readonly values: FilterValues
  /** The filters set by the pressed button, while its rows are shown. */
  readonly shown: Query | null
  readonly sorting: Sorting | null
  readonly sought: string
  /** The chosen value of the report's facet; '' for all. */
  readonly chosen: string
  /** True if the rows are grouped by class. */
  readonly isGrouped: boolean
  /** True if a chart is shown above the table. */
  readonly isCharted: boolean
}

const short: Readonly<Record<string, string>> = {
  studentClass: 'class',
  selectedClass: 'class',
  selectedSection: 'section',
  fromDate: 'from',
  toDate: 'to',
  dataType: 'type',
}
const inAddress = (filter: string): string => short[filter] ?? filter

/** The name of a button in the address; a report with a single button has no kinds. */
const kindOf = (sets: Query): string => Object.values(sets).map(String)[0] ?? 'all'

export const blankState = (report: Report, days: Days): ReportState => ({
  values: startOf(report, days),
  shown: null,
  sorting: null,
  sought: '',
  chosen: '',
  isGrouped: false,
  isCharted: false,
})

/** Null if the address has no settings; ignores values that do not fit. */
export function readAddress(report: Report, search: string, days: Days): ReportState | null {
  const given = new URLSearchParams(search)
  const start = blankState(report, days)
  const values = readValues(report, given, days.today)
  const shown = readShown(report, given)
  const state = {
    values: { ...start.values, ...values },
    shown,
    sorting: readSorting(report, given.get('sort') ?? '', shown ?? {}),
    sought: '',
    chosen: given.get('facet') ?? '',
    isGrouped: given.get('group') === 'class',
    isCharted: given.get('chart') === '1',
  }
  const { sorting, chosen, isGrouped, isCharted } = state
  const isSet = [shown, sorting, chosen, isGrouped, isCharted].some(Boolean)
  return isSet || Object.keys(values).length > 0 ? state : null
}

function readValues(report: Report, given: URLSearchParams, today: CalendarDate): FilterValues {
  const fields = inForm(report.filters).map(([name]) => name)
  const read = fields.flatMap((name): [string, string][] => {
    const schema = report.list.query.shape[name]
    const value = given.get(inAddress(name))
    const named = schema === optionalDate && value === 'today' ? today : value
    return named !== null && fits(schema, named) ? [[name, named]] : []
  })
  const on = chipsOf(report.filters).flatMap(([name, { value }]): [string, string][] =>
    given.get(name) === value ? [[name, value]] : [],
  )
  return {
    ...Object.fromEntries([...read, ...on]),
    ...readSpan(report, given, Object.fromEntries(read), today),
  }
}

/** Reads the month or the preset, which set the dates; dates alone leave the other date and the month empty. */
function readSpan(
  report: Report,
  given: URLSearchParams,
  { fromDate, toDate }: Partial<Span>,
  today: CalendarDate,
): Partial<Span> {
  const month = monthOfAddress(report, given)
  if (month) return spanOfMonth(month)
  const isDated = fromDate !== undefined || toDate !== undefined
  const typed = { ...(fromDate !== undefined && { fromDate }), ...(toDate !== undefined && { toDate }) }
  if (isDated && isOfMonths(report)) return { fromDate: '', toDate: '', month: '', ...typed }
  const preset = given.get('preset')
  const isOfPreset = isPreset(preset) && 'fromDate' in report.filters
  return { ...(isOfPreset && spanOfPreset(report, preset, today)), ...typed }
}

const monthOfAddress = (report: Report, given: URLSearchParams): Month | null =>
  isOfMonths(report) ? parseMonth(given.get('month') ?? '') : null

type Schema = Report['list']['query']['shape'][string]

const fits = (schema: Schema | undefined, value: string): boolean =>
  schema !== undefined && z.safeParse(schema, value).success

/** True if an address without a button asks for rows: it names a preset, a month, a facet or today. */
const asksForRows = (report: Report, given: URLSearchParams): boolean =>
  isPreset(given.get('preset')) ||
  given.has('facet') ||
  given.get('from') === 'today' ||
  monthOfAddress(report, given) !== null

function readShown(report: Report, given: URLSearchParams): Query | null {
  const kind = given.get('kind')
  const button =
    kind === null && asksForRows(report, given)
      ? report.buttons[0]
      : report.buttons.find(({ sets = {} }) => kindOf({ ...sets }) === kind)
  return button ? { ...button.sets } : null
}

function readSorting(report: Report, text: string, query: Query): Sorting | null {
  const column = text.replace(/^-/, '')
  if (!report.columns(query).some(({ key }) => key === column)) return null
  return { column, direction: text.startsWith('-') ? 'descending' : 'ascending' }
}

/** Leaves out the dates if a month sets them. */
function addressed({ month, ...values }: FilterValues): FilterValues {
  const { fromDate: _, toDate: __, ...others } = values
  return month ? { ...others, month } : values
}

/**
 * The address of the settings, `?class=5&section=all&from=2026-11-01&to=&kind=all&sort=-netBalance`. Leaves out the
 * search text, which may be a child's name: addresses stay in proxy logs and the browser's history.
 */
export function writeAddress(state: ReportState): string {
  const { shown, sorting, chosen, isGrouped, isCharted } = state
  const values = addressed(state.values)
  const address = new URLSearchParams(Object.entries(values).map(([name, value]) => [inAddress(name), value]))
  if (shown) address.set('kind', kindOf(shown))
  if (sorting) address.set('sort', `${sorting.direction === 'descending' ? '-' : ''}${sorting.column}`)
  if (chosen !== '') address.set('facet', chosen)
  if (isGrouped) address.set('group', 'class')
  if (isCharted) address.set('chart', '1')
  return `?${address.toString()}`
}
