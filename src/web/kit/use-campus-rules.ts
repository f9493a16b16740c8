import { campusRules } from '#contract/campus-rules.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { noRules, type CampusRules } from '#domain/campus-rules.ts'
import { firstReceiptDay } from '#domain/closed-days.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'

/** The rules of the campus; none until they are read. The server decides in any case. */
export function useCampusRules(): CampusRules {
  const { campus } = useStaff()
  return useCall(keys.campusRules(campus), campusRules, { params: { campus } }).data ?? noRules
}

/** The first day on which the caller may date a receipt; undefined if it may be any day. */
export function useFirstReceiptDay(): CalendarDate | undefined {
  const { role, today } = useStaff()
  return firstReceiptDay(useCampusRules(), { role, today }) ?? undefined
}

/** True if acts that a second person may have to approve need a reason here. */
export const useNeedsReason = (): boolean => useCampusRules().approvalLimit !== null
