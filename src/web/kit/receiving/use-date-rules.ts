import { dateRules } from '#contract/closed-days.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { firstReceiptDay, noDateRules, type DateRules } from '#domain/closed-days.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'

/** The rules of the campus about dates; none until they are read. The server decides in any case. */
export function useDateRules(): DateRules {
  const { campus } = useStaff()
  return useCall(keys.dateRules(campus), dateRules, { params: { campus } }).data ?? noDateRules
}

/** The first day on which the caller may date a receipt; undefined where it may be any day. */
export function useFirstReceiptDay(): CalendarDate | undefined {
  const { role, today } = useStaff()
  return firstReceiptDay(useDateRules(), { role, today }) ?? undefined
}
