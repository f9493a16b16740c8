import { campusRules } from '#contract/campus-rules.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { noRules, type CampusRules } from '#domain/campus-rules.ts'
import { firstReceiptDay } from '#domain/closed-days.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'

/** Returns the rules of the campus; none until they are loaded. The server decides in any case. */
export function useCampusRules(): CampusRules {
  return useCall(campusRules).data ?? noRules
}

/** Returns the earliest date that the user may give a receipt; undefined if there is no limit. */
export function useFirstReceiptDay(): CalendarDate | undefined {
  const { role, today } = useStaff()
  return firstReceiptDay(useCampusRules(), { role, today }) ?? undefined
}

/** True if changes that may need approval require a reason. */
export const useNeedsReason = (): boolean => useCampusRules().approvalLimit !== null
