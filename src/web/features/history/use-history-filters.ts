import { studentAccount } from '#contract/student-account.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { rollNoFrom } from '#domain/student-search.ts'
import { call } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'

interface Filters {
  readonly fromDate: CalendarDate | ''
  readonly toDate: CalendarDate | ''
  /** A user id; '' for everybody. */
  readonly who: string
  /** A kind of change; '' for all. */
  readonly what: string
}

/** The request for entries of the campus's history. */
export interface HistoryQuery extends Filters {
  readonly rollNo: number | null
}

const everything = (): Filters => ({ fromDate: '', toDate: '', who: '', what: '' })

/** Kept for a user who returns from a student's page. */
export function useHistoryFilters() {
  const [filters, setFilters, forget] = useDraft('history', everything)
  // Finds students in any state, because students who have left also have a history.
  const lookup = useStudentLookup({
    draft: 'history',
    find: (params, signal) => call(studentAccount, { params, signal }),
  })
  const { value } = lookup.field
  const query: HistoryQuery = { ...filters, rollNo: lookup.rollNo ?? rollNoFrom(value) }
  const { fromDate, toDate } = filters
  return {
    query,
    lookup,
    /** The error of the dates; null if they are right. */
    reversed: fromDate !== '' && toDate !== '' && toDate < fromDate ? 'Before the From Date' : null,
    /** The error if the typed text is not a number and no student was chosen from the list. */
    studentError: value.trim() !== '' && query.rollNo === null ? 'Choose a student from the list' : null,
    change: (changes: Partial<Filters>) => setFilters((before) => ({ ...before, ...changes })),
    forget: () => {
      forget()
      lookup.clear()
    },
  }
}
export type HistoryFiltering = ReturnType<typeof useHistoryFilters>
