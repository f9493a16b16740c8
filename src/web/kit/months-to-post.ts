import { useSearchParams } from 'react-router'
import { formatMonth, monthName, monthOf, type CalendarDate, type Month } from '#domain/calendar.ts'
import { agree, formatCount } from '#domain/count.ts'

interface MonthToPost extends Month {
  /** The number of its unposted vouchers. */
  readonly count: number
}

/** Returns `292 November vouchers are not posted yet`, with the year if it differs from that of `today`. */
export function toPostWords({ count: unposted, ...month }: MonthToPost, today: CalendarDate): string {
  const name = month.year === monthOf(today).year ? monthName(month.month) : formatMonth(month)
  return `${formatCount(unposted)} ${name} ${agree(unposted, 'voucher is', 'vouchers are')} not posted yet`
}

export const addressToPost = ({ year, month }: Month): string => `/post-vouchers?month=${month}&year=${year}`

/** Returns the month in the address (`?month=12&year=2026`); null if there is none. */
export function useMonthInAddress(): Month | null {
  const [params] = useSearchParams()
  const [month, year] = [params.get('month') ?? '', params.get('year') ?? '']
  if (!/^([1-9]|1[0-2])$/.test(month) || !/^(19|2\d)\d\d$/.test(year)) return null
  return { year: Number(year), month: Number(month) }
}
