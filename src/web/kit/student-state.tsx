import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { studentStateWords, type StudentState } from '#domain/student.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

interface Props {
  readonly state: StudentState
  /** The date of departure or graduation. */
  readonly on?: CalendarDate | null
}

/** Shows the state, and for a student no longer at school also the date. */
export const StudentStateChip = ({ state, on = null }: Props) => (
  <StatusChip kind={state === 'active' ? 'paid' : 'unpaid'}>
    {studentStateWords[state]}
    {on !== null && ` on ${formatDate(on)}`}
  </StatusChip>
)
