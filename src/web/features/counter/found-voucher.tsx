import { Alert, Text } from '@mantine/core'
import type { FoundVoucher as Voucher } from '#contract/counter.ts'
import { formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { overdueIn, owedWords } from '#domain/debt.ts'
import { formatRupees, less, notNegative, type Money } from '#domain/money.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { voucherStatusWords } from '#domain/voucher-status.ts'
import { useStaff } from '#web/api/session.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { Failed } from '#web/ui/states.tsx'
import { StatusChip, type StatusKind } from '#web/ui/status-chip.tsx'
import { KeysOfCounter, useAmountKeys } from './counter-keys.tsx'
import { CounterLedger } from './ledger-and-family.tsx'
import { NotReceivableNotice } from './not-receivable-notice.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { afterPayment } from './payment.ts'
import type { Counter } from './use-counter.ts'

interface FoundVoucherProps {
  readonly counter: Counter
}

/** The found voucher, the notice if nothing can be received on it, the fields and their errors. */
export function FoundVoucher({ counter }: FoundVoucherProps) {
  const { today } = useStaff()
  const { voucher, answer, till, paid, open } = counter
  const { notice } = till.problem
  const isClosed = voucher !== null && !paid && !open
  useAmountKeys(counter)
  return (
    <>
      {voucher && (
        <>
          <StudentAndDue voucher={voucher} today={today} paid={paid} />
          {isClosed && (
            <NotReceivableNotice
              voucher={voucher}
              refused={notice}
              onOpen={counter.find}
              onAdvance={counter.receiveInAdvance}
            />
          )}
          <div className="counter-amounts">
            <CounterLedger voucher={paid ? afterPayment(voucher, paid.balance) : voucher} />
            <Fields counter={counter} />
          </div>
        </>
      )}
      {answer.state === 'nothing typed' && <KeysOfCounter />}
      {answer.state === 'failed' && (
        <Failed failure={answer.failure} retry={() => counter.find(counter.number)} />
      )}
      {!isClosed && <Problem notice={notice} />}
    </>
  )
}

const Problem = ({ notice }: Pick<Counter['till']['problem'], 'notice'>) =>
  notice && (
    <Alert role="alert" color="red" variant="outline" title={notice.title} mt="sm">
      <Text>{notice.words}</Text>
    </Alert>
  )

function Fields({ counter }: FoundVoucherProps) {
  const { today } = useStaff()
  const { voucher, typed, open, till } = counter
  if (!voucher || !typed || !open) return null
  return (
    <PaymentFields
      key={voucher.voucherNo}
      voucher={voucher}
      typed={typed}
      onChange={counter.change}
      onQuickAmount={(amount) => {
        counter.change({ amount: formatRupees(amount) })
        counter.toAmount()
      }}
      errors={till.problem.errors}
      today={today}
      readOnly={till.busy}
    />
  )
}

interface StudentAndDueProps {
  readonly voucher: Voucher
  readonly today: CalendarDate
  /** The balance after the payment just received; null before. */
  readonly paid: { readonly balance: Money } | null
}

/** Student and amount due, which the clerk compares with the paper before taking money. */
function StudentAndDue({ voucher, today, paid }: StudentAndDueProps) {
  const balance = paid?.balance ?? netBalance(voucher)
  const { kind, words } = dueState(voucher, balance, today)
  return (
    <section aria-label="Voucher" className="counter-student">
      <div>
        <h2>
          <StudentLink rollNo={voucher.rollNo}>{voucher.studentName}</StudentLink>
        </h2>
        <Text c="var(--portal-ink-2)" style={{ overflowWrap: 'anywhere' }}>
          f. <bdi>{voucher.fatherName}</bdi> · Class {voucher.studentClass} {voucher.section} · Roll No.{' '}
          {voucher.rollNo}
          {voucher.left && ' · No longer at school'}
        </Text>
        <Text size="sm" c="var(--portal-ink-2)">
          Voucher {voucher.voucherNo} ·{' '}
          {formatMonth({ year: voucher.yearGenerated, month: voucher.monthGenerated })}
        </Text>
        {voucher.note !== '' && <Text size="sm">Note: {voucher.note}</Text>}
      </div>
      <div className="counter-due">
        <output aria-label="Amount due" className="figures">
          Rs {formatRupees(balance)}
        </output>
        <StatusChip kind={kind}>{words}</StatusChip>
      </div>
    </section>
  )
}

/** The reason that the voucher no longer counts; null if it still counts. */
function endOf({ voided, replacedBy, takenOverBy }: Voucher): string | null {
  if (voided) return 'Voided'
  if (replacedBy !== null) return 'Replaced'
  return takenOverBy === null ? null : 'Carried forward'
}

/** The chip under the balance: the reason that the voucher no longer counts, else what is overdue or when it is due. */
function dueState(
  voucher: Voucher,
  balance: Money,
  today: CalendarDate,
): { readonly kind: StatusKind; readonly words: string } {
  if (balance < 0) return { kind: 'advance', words: 'Paid in advance' }
  if (balance === 0 || voucher.paid) return { kind: 'paid', words: 'Paid' }
  const end = endOf(voucher)
  if (end !== null) return { kind: 'carried', words: end }
  if (!voucher.posted) return { kind: 'to-do', words: voucherStatusWords['to-do'] }
  const { dueSince } = voucher
  const received = less(netBalance(voucher), balance)
  const overdue = notNegative(less(overdueIn(voucher.unpaid, today), received))
  const kind = overdue > 0 ? 'overdue' : 'unpaid'
  if (dueSince === null || received !== 0) {
    return { kind, words: overdue > 0 ? `Rs ${formatRupees(overdue)} overdue` : voucherStatusWords.unpaid }
  }
  return { kind, words: owedWords({ owed: balance, overdue, dueSince }, today) }
}
