import { formatMonth, type Month } from '#domain/calendar.ts'
import { agree, formatCount } from '#domain/count.ts'
import { useSearchParams } from 'react-router'

interface MonthToPost extends Month {
  /** How many of its vouchers wait. */
  readonly count: number
}

/** `292 November 2026 vouchers are not posted yet`. */
export const toPostWords = ({ count: waiting, ...month }: MonthToPost): string =>
  `${formatCount(waiting)} ${formatMonth(month)} ${agree(waiting, 'voucher is', 'vouchers are')} not posted yet`

/** The address of the screen that posts vouchers, opened for a month. */
export const addressToPost = ({ year, month }: Month): string => `/post-vouchers?month=${month}&year=${year}`

/** The month that a screen was opened for (`?month=12&year=2026`); null where none is named. */
export function useMonthInAddress(): Month | null {
  const [asked] = useSearchParams()
  const [month, year] = [asked.get('month') ?? '', asked.get('year') ?? '']
  if (!/^([1-9]|1[0-2])$/.test(month) || !/^(19|2\d)\d\d$/.test(year)) return null
  return { year: Number(year), month: Number(month) }
}
