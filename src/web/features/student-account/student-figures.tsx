import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, schoolYearStart } from '#domain/calendar.ts'
import { formatRupees, nothing, opposite, sum } from '#domain/money.ts'
import { methodSums, receivedTotals } from '#domain/received.ts'
import { useStaff } from '#web/api/session.ts'
import { debtOf, draftWords, type StudentAccount } from '#web/kit/student-account.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { balanceWords } from './account-lines.ts'

interface StudentFiguresProps {
  readonly student: StudentAccount
}

/** The debts of student and family, the monthly fee, and the amount received this school year. */
export function StudentFigures({ student }: StudentFiguresProps) {
  const { today } = useStaff()
  const { account, balance, family, monthlyFeeData: fees } = student
  const since = schoolYearStart(today)
  const received = receiptsOf(account).filter(({ receivedDate }) => receivedDate >= since)
  const byMethod = methodSums(received)
  const owing = [balance, ...family.map((member) => member.balance)].filter((owed) => owed > 0)
  return (
    <div className="student-figures">
      <Card label="Owes">
        <DebtText balance={balance} debt={debtOf(student, today)} draft={draftWords(student)} />
      </Card>
      <Card
        label="Net Monthly Fee"
        hint={fees.discount > 0 ? `after ${formatRupees(fees.discount)} discount` : 'no discount'}
      >
        <Figure>{formatRupees(fees.netMonthlyFee)}</Figure>
      </Card>
      <Card
        label="Paid this school year"
        hint={`since ${formatDate(since)}${byMethod === '' ? '' : `: ${byMethod}`}`}
      >
        <Figure>{formatRupees(receivedTotals(received).net)}</Figure>
      </Card>
      {family.length > 0 && (
        <Card label="Family owes" hint={familyHint(family)}>
          <Figure>{formatRupees(sum(nothing, ...owing))}</Figure>
        </Card>
      )}
    </div>
  )
}

const receiptsOf = (account: StudentAccount['account']) =>
  account.flatMap(({ kind, amount, date, who, method }) =>
    (kind === 'receipt' || kind === 'reversal') && method !== null
      ? [{ kind, amount: opposite(amount), receivedDate: date, receivedBy: who, method }]
      : [],
  )

/** `with Eman, 4 Pink`; more than two are counted. */
function familyHint(family: StudentAccount['family']): string {
  if (family.length > 2) return `with ${family.length} brothers and sisters`
  return `with ${family
    .map(
      ({ studentName, studentClass, section }) => `${studentName.split(' ')[0]}, ${studentClass} ${section}`,
    )
    .join('; ')}`
}

const DebtText = ({
  balance,
  debt,
  draft,
}: {
  readonly balance: StudentAccount['balance']
  readonly debt: ReturnType<typeof debtOf>
  readonly draft: string | null
}) => (
  <>
    <output className="student-owes figures" data-words={balance <= 0 || undefined} aria-label="Balance">
      {balanceWords(balance)}
    </output>
    {debt && <StatusChip kind={debt.kind}>{debt.words}</StatusChip>}
    {draft !== null && <StatusChip kind="to-do">{draft}</StatusChip>}
  </>
)

interface CardProps {
  readonly label: string
  readonly hint?: string
  readonly children: ReactNode
}

const Card = ({ label, hint, children }: CardProps) => (
  <Paper withBorder className="student-figure" role="group" aria-label={label}>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    {children}
    {hint !== undefined && (
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    )}
  </Paper>
)

const Figure = ({ children }: { readonly children: string }) => (
  <div className="student-figure-amount figures">{children}</div>
)
