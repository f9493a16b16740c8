import { Anchor, Stack } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { vouchersToPost } from '#contract/posting.ts'
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
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'

/** Returns `292 November vouchers are not posted yet`, with the year if it differs from that of `today`. */
export function toPostWords(
  { count: unposted, ...month }: Month & { readonly count: number },
  today: CalendarDate,
): string {
  const name = month.year === monthOf(today).year ? monthName(month.month) : formatMonth(month)
  return `${formatCount(unposted)} ${name} ${agree(unposted, 'voucher is', 'vouchers are')} not posted yet`
}

export const addressToPost = (month: Month): string => `/post-vouchers?month=${monthText(month)}`

/** Returns the month in the address (`?month=2026-12`); null if there is none. */
export function useMonthInAddress(): Month | null {
  const [params] = useSearchParams()
  return parseMonth(params.get('month') ?? '')
}

/** The months with unposted vouchers, each with a link to post them. */
export function MonthsToPost() {
  const { today } = useStaff()
  const { data } = useCall(vouchersToPost)
  if (!data?.needsPosting) return null
  return (
    <Stack
      component="ul"
      aria-label="Vouchers that are not posted yet"
      gap={4}
      mx={0}
      my="xs"
      p={0}
      style={{ listStyle: 'none' }}
    >
      {data.months.map((waiting) => (
        <li key={`${waiting.year}-${waiting.month}`}>
          <Anchor component={Link} to={addressToPost(waiting)}>
            {toPostWords(waiting, today)}.
          </Anchor>
        </li>
      ))}
    </Stack>
  )
}
