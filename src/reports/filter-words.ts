import type { ListTotals } from '#contract/list-rows.ts'
import { formatIfDate } from '#domain/calendar.ts'
import type { Report } from './report.ts'

const isAll = (value: unknown): boolean => value === undefined || value === '' || value === 'all'

function wordOf(value: unknown, words: Readonly<Record<string, string>> = {}): string {
  if (typeof value !== 'string' || value === '') return 'any'
  return words[value] ?? (value === 'all' ? 'All' : formatIfDate(value))
}

/** Returns the filters, such as `Class: All`, the caveat and the time of the books, as text for paper and files. */
export const filterWords = (
  { filters }: Pick<Report, 'filters'>,
  query: Readonly<Record<string, unknown>>,
  { caveat, asOfTime }: Pick<ListTotals, 'caveat' | 'asOfTime'> = {},
): string[] =>
  Object.entries(filters)
    .flatMap(([name, { label, words, setBy, folded }]) => {
      const isOff = (setBy === 'chip' || folded !== undefined) && isAll(query[name])
      return label === undefined || isOff ? [] : [`${label}: ${wordOf(query[name], words)}`]
    })
    .concat(caveat ?? [], asOfTime ?? [])
