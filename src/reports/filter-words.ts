import type { ListTotals } from '#contract/list-rows.ts'
import { formatIfDate, formatMonth, parseMonth } from '#domain/calendar.ts'
import { monthIn } from './common-filters.ts'
import type { Report } from './report.ts'

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
