import { formatDate, formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { dueWords, overdueIn, owedWords } from '#domain/debt.ts'
import { formatRupees } from '#domain/money.ts'
import { studentStateWords, type StudentState } from '#domain/student.ts'
import { debtStatus } from '#domain/voucher-status.ts'
import { useStaff } from '#web/api/session.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { balanceText } from './balance-text.ts'
import { lateWords, rupeesText, type StudentAccount } from './student-account.ts'
import type { StudentFound } from './use-student-list.ts'

/** Shows the state, and for a student no longer at school also the date. */
export const StudentStateChip = ({
  state,
  on = null,
}: {
  readonly state: StudentState
  readonly on?: CalendarDate | null
}) => (
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

/** The state of a debt, as at the counter, and the charges of drafts, which are not owed; nothing without either. */
export function DebtChips({ student }: { readonly student: StudentAccount }) {
  const { today } = useStaff()
  const { balance, dueSince, unpaid, notPosted, vouchers } = student
  const drafts = vouchers.slice(vouchers.findLastIndex(({ posted }) => posted) + 1)
  const [draft] = drafts
  const debt = { owed: balance, overdue: overdueIn(unpaid, today) }
  return (
    <>
      {dueSince !== null && balance > 0 && (
        <StatusChip kind={debtStatus(dueSince, today)}>{owedWords({ ...debt, dueSince }, today)}</StatusChip>
      )}
      {draft && notPosted !== 0 && (
        <StatusChip kind="to-do">
          {`${drafts.length === 1 ? formatMonth(draft) : count(drafts.length, 'month')} not posted: ${rupeesText(notPosted)}`}
        </StatusChip>
      )}
    </>
  )
}
