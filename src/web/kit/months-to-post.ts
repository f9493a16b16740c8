import { useSearchParams } from 'react-router'
import {
  formatMonth,
  monthName,
  monthOf,
  monthText,
  parseMonth,
  type CalendarDate,
  type Month,
} from '#domain/calendar.ts'
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

export const addressToPost = (month: Month): string => `/post-vouchers?month=${monthText(month)}`

/** Returns the month in the address (`?month=2026-12`); null if there is none. */
export function useMonthInAddress(): Month | null {
  const [params] = useSearchParams()
  return parseMonth(params.get('month') ?? '')
}
