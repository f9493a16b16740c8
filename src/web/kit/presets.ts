import {
  addMonths,
  compareMonths,
  firstOfMonth,
  formatMonth,
  lastOfMonth,
  monthName,
  monthOf,
  monthText,
  parseMonth,
  schoolYearStart,
  type CalendarDate,
  type Month,
  type Period,
} from '#domain/calendar.ts'
import type { Report } from '#reports/report.ts'
import { useStaff } from '#web/api/session.ts'
import { useOverview } from './use-overview.ts'

const periods = [
  { value: 'today', label: 'Today' },
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'year', label: 'School year' },
] as const
/** A named period of a report by dates. */
export type Preset = (typeof periods)[number]['value']

export const isPreset = (text: string | null): text is Preset => periods.some(({ value }) => value === text)

export function periodOf(preset: Preset, today: CalendarDate): Period {
  if (preset === 'today') return { from: today, to: today }
  if (preset === 'year') {
    const from = schoolYearStart(today)
    return { from, to: lastOfMonth(addMonths(monthOf(from), 11)) }
  }
  return daysOfMonth(addMonths(monthOf(today), preset === 'month' ? 0 : -1))
}

const daysOfMonth = (month: Month): Period => ({ from: firstOfMonth(month), to: lastOfMonth(month) })

/** The filters of a report that say when: the dates and, in a report of vouchers, the month. */
export interface Span {
  readonly fromDate: string
  readonly toDate: string
  readonly month?: string
}

const spanOfDays = ({ from, to }: Period): Span => ({ fromDate: from, toDate: to })

/** Returns a month with the dates that it spans. */
export const spanOfMonth = (month: Month): Span => ({
  ...spanOfDays(daysOfMonth(month)),
  month: monthText(month),
})

/** Returns the span of a period; in a report of vouchers, a month is the month that they were generated for. */
export const spanOfPreset = (report: Report, preset: Preset, today: CalendarDate): Span => {
  const period = periodOf(preset, today)
  const isMonth = preset === 'month' || preset === 'last-month'
  if (!isOfMonths(report)) return spanOfDays(period)
  return isMonth ? spanOfMonth(monthOf(period.from)) : { ...spanOfDays(period), month: '' }
}

export const isOfMonths = ({ filters }: Pick<Report, 'filters'>): boolean => 'month' in filters

interface PresetChoice {
  readonly value: string
  readonly label: string
  readonly span: Span
}

/**
 * Returns the presets of a report: named months of vouchers, with the shown month and the school year, or periods of
 * receipts.
 */
export function presetsOf(
  report: Report,
  shown: Span,
  { today, newest }: { readonly today: CalendarDate; readonly newest: Month },
): readonly PresetChoice[] {
  if (!isOfMonths(report))
    return periods.map(({ value, label }) => ({ value, label, span: spanOfDays(periodOf(value, today)) }))
  const months = [newest, addMonths(newest, -1)]
  const other = parseMonth(shown.month ?? '')
  if (other && !months.some((month) => compareMonths(month, other) === 0)) months.push(other)
  const allUnpaid = { value: 'unpaid', label: 'All unpaid', span: { fromDate: '', toDate: '', month: '' } }
  return [
    ...(report.filters['paidStatus']?.fixed === 'unpaid' ? [allUnpaid] : []),
    ...months
      .toSorted((one, two) => compareMonths(two, one))
      .map((month) => ({
        value: monthText(month),
        label: month.year === monthOf(today).year ? monthName(month.month) : formatMonth(month),
        span: spanOfMonth(month),
      })),
    { value: 'year', label: 'School year', span: spanOfPreset(report, 'year', today) },
  ]
}

/** Finds the preset of a span, also if the span ends today and the preset later; undefined for other dates. */
export const presetOf = (
  presets: readonly PresetChoice[],
  shown: Span,
  today: CalendarDate,
): PresetChoice | undefined =>
  presets.find(
    ({ span }) =>
      span.fromDate === shown.fromDate &&
      (span.toDate === shown.toDate || (shown.toDate === today && span.toDate > today)) &&
      (span.month ?? '') === (shown.month ?? ''),
  )

/** The day of the month from which the vouchers of the next month may exist. */
const nextMonthFromDay = 25

/** Returns the newest month with vouchers, or the current month; null until it is known that the next has none. */
export function useNewestMonth(isNeeded: boolean): Month | null {
  const { today } = useStaff()
  const mayBeNext = isNeeded && Number(today.slice(8)) >= nextMonthFromDay
  const { data, isPending } = useOverview(monthOf(today), mayBeNext)
  const current = monthOf(today)
  if (!mayBeNext) return current
  if (data) return data.nextMonth.hasVouchers ? addMonths(current, 1) : current
  return isPending ? null : current
}
