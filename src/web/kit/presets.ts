import {
  addMonths,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  schoolYearStart,
  type CalendarDate,
  type Period,
} from '#domain/calendar.ts'

/** The named periods of reports. */
export const presets = [
  { value: 'today', label: 'Today' },
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'year', label: 'School year' },
] as const
export type Preset = (typeof presets)[number]['value']

export const isPreset = (text: string | null): text is Preset => presets.some(({ value }) => value === text)

export function periodOf(preset: Preset, today: CalendarDate): Period {
  if (preset === 'today') return { from: today, to: today }
  if (preset === 'year') {
    const from = schoolYearStart(today)
    return { from, to: lastOfMonth(addMonths(monthOf(from), 11)) }
  }
  const month = addMonths(monthOf(today), preset === 'month' ? 0 : -1)
  return { from: firstOfMonth(month), to: lastOfMonth(month) }
}

export const presetOf = (from: string, to: string, today: CalendarDate): Preset | 'custom' =>
  presets.find(({ value }) => {
    const period = periodOf(value, today)
    return period.from === from && period.to === to
  })?.value ?? 'custom'
