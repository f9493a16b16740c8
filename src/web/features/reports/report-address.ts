// A report's address: filters, kind of students, sorting and status.

import { z } from 'zod/mini'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Report } from '#reports/report.ts'
import { isPreset, periodOf } from '#web/kit/presets.ts'
import type { Sorting } from '#web/ui/sort-rows.ts'
import { chipsOf, inForm, startOf, type FilterValues } from './report-form.tsx'
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

export const blankState = (report: Report, today: CalendarDate): ReportState => ({
  values: startOf(report, today),
  shown: null,
  sorting: null,
  sought: '',
  chosen: '',
  isGrouped: false,
  isCharted: false,
})

/** Null if the address has no settings; ignores values that do not fit. */
export function readAddress(report: Report, search: string, today: CalendarDate): ReportState | null {
  const given = new URLSearchParams(search)
  const start = blankState(report, today)
  const values = readValues(report, given, today)
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
    const value = given.get(inAddress(name))
    return value !== null && fits(report.list.query.shape[name], value) ? [[name, value]] : []
  })
  const on = chipsOf(report.filters).flatMap(([name, { value }]): [string, string][] =>
    given.get(name) === value ? [[name, value]] : [],
  )
  const preset = given.get('preset')
  const period = isPreset(preset) && fields.includes('fromDate') ? periodOf(preset, today) : null
  return {
    ...(period && { fromDate: period.from, toDate: period.to }),
    ...Object.fromEntries([...read, ...on]),
  }
}

type Schema = Report['list']['query']['shape'][string]

const fits = (schema: Schema | undefined, value: string): boolean =>
  schema !== undefined && z.safeParse(schema, value).success

function readShown({ buttons }: Report, given: URLSearchParams): Query | null {
  const kind = given.get('kind')
  const button =
    kind === null && isPreset(given.get('preset'))
      ? buttons[0]
      : buttons.find(({ sets = {} }) => kindOf({ ...sets }) === kind)
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
  const { values, shown, sorting, chosen, isGrouped, isCharted } = state
  const address = new URLSearchParams(Object.entries(values).map(([name, value]) => [inAddress(name), value]))
  if (shown) address.set('kind', kindOf(shown))
  if (sorting) address.set('sort', `${sorting.direction === 'descending' ? '-' : ''}${sorting.column}`)
  if (chosen !== '') address.set('facet', chosen)
  if (isGrouped) address.set('group', 'class')
  if (isCharted) address.set('chart', '1')
  return `?${address.toString()}`
}
