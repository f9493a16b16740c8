import { campusOverview } from '#contract/overview.ts'
import { monthOf, type Month } from '#domain/calendar.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'

export type CampusFigures = Reply<typeof campusOverview>

/** An overview may be half a minute old; every change reloads it. */
const staleTimeMs = 30_000

/** Returns the campus figures of a month, by default the current month. */
export function useOverview(chosen?: Month, enabled = true) {
  const { today } = useStaff()
  const { year, month } = chosen ?? monthOf(today)
  return useCall(campusOverview, { params: { month }, query: { year } }, { staleTime: staleTimeMs, enabled })
}
