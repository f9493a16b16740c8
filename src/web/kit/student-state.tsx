import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { dueWords } from '#domain/debt.ts'
import { formatRupees } from '#domain/money.ts'
import { studentStateWords, type StudentState } from '#domain/student.ts'
import { debtStatus } from '#domain/voucher-status.ts'
import { useStaff } from '#web/api/session.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { balanceText } from './balance-text.ts'
import { lateWords } from './student-account.ts'
import type { StudentFound } from './use-student-list.ts'

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

/** The debt of a student found by a search, overdue or with its due date; nothing without a posted voucher. */
export function StudentBalance({ of }: { readonly of: StudentFound['latestVoucher'] }) {
  const { today } = useStaff()
  if (!of) return null
  const { netBalance, dueSince } = of
  if (netBalance === 0) return <StatusChip kind="paid">Paid</StatusChip>
  if (dueSince === null) return <StatusChip kind="advance">{balanceText(netBalance)}</StatusChip>
  return (
    <StatusChip kind={debtStatus(dueSince, today)}>
      {formatRupees(netBalance)} · {lateWords(dueSince, today) ?? dueWords(dueSince, today)}
    </StatusChip>
  )
}
