import { z } from 'zod/mini'
import { optionalDate } from '#contract/fields.ts'
import { parseMonth, type CalendarDate, type Month } from '#domain/calendar.ts'
import type { Chip, Filter, Report } from '#reports/report.ts'
import { isOfMonths, isPreset, spanOfMonth, spanOfPreset } from '#web/kit/presets.ts'
import type { Sorting } from '#web/ui/sort-rows.ts'

export type Query = Readonly<Record<string, unknown>>

/** The values by filter name; an empty date does not filter. */
export type FilterValues = Readonly<Record<string, string>>

interface Days {
  readonly today: CalendarDate
  /** The newest month with vouchers. */
  readonly newest: Month
}

export interface ReportState {
  readonly values: FilterValues
  /** The filters set by the pressed button, while its rows are shown. */
  readonly shown: Query | null
  readonly sorting: Sorting | null
  readonly sought: string
  /** The chosen value of the report's facet; '' for all. */
  readonly chosen: string
  readonly isGrouped: boolean
  readonly isCharted: boolean
}

export const inForm = (filters: Report['filters']): [name: string, filter: Filter<unknown>][] =>
  Object.entries(filters).filter(([, { setBy, fixed }]) => setBy === undefined && fixed === undefined)

export const chipsOf = (filters: Report['filters']): [name: string, chip: Chip][] =>
  Object.entries(filters).flatMap(([name, { chip }]): [string, Chip][] => (chip ? [[name, chip]] : []))

export const isReversed = ({ fromDate = '', toDate = '' }: FilterValues): boolean =>
  fromDate !== '' && toDate !== '' && toDate < fromDate

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

/** The settings of a first visit; the values of a month have the dates that it spans. */
export function blankState({ list, filters }: Report, { today, newest }: Days): ReportState {
  const month = parseMonth(filters['month']?.start?.(today, newest) ?? '')
  const values = inForm(filters).flatMap(([name, filter]): [string, string][] => {
    // Without a value, neither the form nor the address has it.
    if (filter.folded !== undefined) return []
    const blank = list.query.shape[name] === optionalDate ? '' : 'all'
    return [[name, filter.start?.(today, newest) ?? blank]]
  })
  return {
    values: {
      ...Object.fromEntries(values),
      ...('month' in filters && { month: '' }),
      ...(month && spanOfMonth(month)),
    },
    shown: null,
    sorting: null,
    sought: '',
    chosen: '',
    isGrouped: false,
    isCharted: false,
  }
}

/** Null if the address has no settings; ignores values that do not fit. */
export function readAddress(report: Report, search: string, days: Days): ReportState | null {
  const given = new URLSearchParams(search)
  const values = readValues(report, given, days.today)
  const shown = readShown(report, given)
  const set = {
    shown,
    sorting: readSorting(report, given.get('sort') ?? '', shown ?? {}),
    chosen: given.get('facet') ?? '',
    isGrouped: given.get('group') === 'class',
    isCharted: given.get('chart') === '1',
  }
  if (!Object.values(set).some(Boolean) && Object.keys(values).length === 0) return null
  const start = blankState(report, days)
  return { ...start, ...set, values: { ...start.values, ...values } }
}

function readValues(report: Report, given: URLSearchParams, today: CalendarDate): FilterValues {
  const read = inForm(report.filters).flatMap(([name]): [string, string][] => {
    const schema = report.list.query.shape[name]
    const value = given.get(inAddress(name))
    const named = schema === optionalDate && value === 'today' ? today : value
    return schema && named !== null && z.safeParse(schema, named).success ? [[name, named]] : []
  })
  const on = chipsOf(report.filters).flatMap(([name, { value }]): [string, string][] =>
    given.get(name) === value ? [[name, value]] : [],
  )
  return withSpan(report, given, Object.fromEntries([...read, ...on]), today)
}

/** Adds the dates of the month or of the preset; dates alone leave the other date and the month empty. */
function withSpan(
  report: Report,
  given: URLSearchParams,
  values: FilterValues,
  today: CalendarDate,
): FilterValues {
  const month = monthOfAddress(report, given)
  if (month) return { ...values, ...spanOfMonth(month) }
  const isDated = 'fromDate' in values || 'toDate' in values
  if (isDated && isOfMonths(report)) return { fromDate: '', toDate: '', month: '', ...values }
  const preset = given.get('preset')
  const isOfPreset = isPreset(preset) && 'fromDate' in report.filters
  return { ...(isOfPreset && spanOfPreset(report, preset, today)), ...values }
}

const monthOfAddress = (report: Report, given: URLSearchParams): Month | null =>
  isOfMonths(report) ? parseMonth(given.get('month') ?? '') : null

function readShown(report: Report, given: URLSearchParams): Query | null {
  const kind = given.get('kind')
  // An address without a button asks for rows if it names a preset, a month, a facet or today.
  const asksForRows =
    isPreset(given.get('preset')) ||
    given.has('facet') ||
    given.get('from') === 'today' ||
    monthOfAddress(report, given) !== null
  const button =
    kind === null && asksForRows
      ? report.buttons[0]
      : report.buttons.find(({ sets = {} }) => kindOf({ ...sets }) === kind)
  return button ? { ...button.sets } : null
}

function readSorting(report: Report, text: string, query: Query): Sorting | null {
  const column = text.replace(/^-/, '')
  if (!report.columns(query).some(({ key }) => key === column)) return null
  return { column, direction: text.startsWith('-') ? 'descending' : 'ascending' }
}

/**
 * The address of the settings, `?class=5&section=all&from=2026-11-01&to=&kind=all&sort=-netBalance`. Leaves out the
 * search text, which may be a child's name: addresses stay in proxy logs and the browser's history.
 */
export function writeAddress(state: ReportState): string {
  const { shown, sorting, chosen, isGrouped, isCharted } = state
  const { month, ...dated } = state.values
  const { fromDate: _, toDate: __, ...others } = dated
  // A month sets the dates.
  const values = month ? { ...others, month } : dated
  const address = new URLSearchParams(Object.entries(values).map(([name, value]) => [inAddress(name), value]))
  if (shown) address.set('kind', kindOf(shown))
  if (sorting) address.set('sort', `${sorting.direction === 'descending' ? '-' : ''}${sorting.column}`)
  if (chosen !== '') address.set('facet', chosen)
  if (isGrouped) address.set('group', 'class')
  if (isCharted) address.set('chart', '1')
  return `?${address.toString()}`
}
