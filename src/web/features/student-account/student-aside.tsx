import { Button, Paper, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { formatDate, formatMonth } from '#domain/calendar.ts'
import { dueWords } from '#domain/debt.ts'
import { labelIn, monthlyHeads, oneTimeHeads, type studentHeads } from '#domain/fee-heads.ts'
import { formatRupees, less, type Money } from '#domain/money.ts'
import { canWrite } from '#domain/roles.ts'
import { signedCharge } from '#domain/voucher-amounts.ts'
import { debtStatus } from '#domain/voucher-status.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { receiveAddress } from '#web/kit/list-addresses.ts'
import { PlannedFees } from '#web/kit/planned-fees.tsx'
import { lateWords, rupeesText, type StudentAccount, type UnpaidVoucher } from '#web/kit/student-account.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Table } from '#web/ui/table.tsx'
import { balanceWords } from './account-lines.ts'

interface StudentAsideProps {
  readonly student: StudentAccount
}

/** The reasons for a debt, the family, and the fees from the next voucher on. */
export const StudentAside = ({ student }: StudentAsideProps) => (
  <div className="student-aside">
    <UnpaidMonths student={student} />
    {student.family.length > 0 && <Family family={student.family} />}
    <StudentFees student={student} />
  </div>
)

const UnpaidMonths = ({ student: { unpaid, balance } }: StudentAsideProps) => {
  const most = Math.max(...unpaid.map((voucher) => voucher.unpaid))
  return (
    <Paper component="section" withBorder p="md" aria-label="Unpaid months">
      <Title order={2} mb={8}>
        {balance > 0 ? `Why ${rupeesText(balance)}` : 'Unpaid months'}
      </Title>
      {unpaid.length === 0 && <Text c="dimmed">{balance < 0 ? balanceWords(balance) : 'No dues.'}</Text>}
      {unpaid.length > 0 && (
        <ul className="student-unpaid">
          {unpaid.map((voucher) => (
            <UnpaidMonth key={voucher.voucherNo} voucher={voucher} most={most} />
          ))}
        </ul>
      )}
    </Paper>
  )
}

interface UnpaidMonthProps {
  readonly voucher: UnpaidVoucher
  /** The largest unpaid amount. */
  readonly most: number
}

function UnpaidMonth({ voucher, most }: UnpaidMonthProps) {
  const { today } = useStaff()
  const { year, month, unpaid, amount, dueDate } = voucher
  const late = lateWords(dueDate, today)
  return (
    <li>
      <span>{formatMonth({ year, month })}</span> <strong className="figures">{formatRupees(unpaid)}</strong>{' '}
      <span className="student-unpaid-bar" aria-hidden>
        <span data-late={late === null ? undefined : true} style={{ width: `${(100 * unpaid) / most}%` }} />
      </span>
      <small>
        due {formatDate(dueDate)}
        {late !== null && ` · ${late}`}
        {unpaid < amount && ` · ${formatRupees(less(amount, unpaid))} of ${formatRupees(amount)} settled`}
      </small>
    </li>
  )
}

function Family({ family }: { readonly family: StudentAccount['family'] }) {
  const { role, today } = useStaff()
  const writer = canWrite(role)
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="student-family">
      <Title order={2} id="student-family" mb={8}>
        Family
      </Title>
      <ul className="student-family">
        {family.map(({ rollNo, studentName, studentClass, section, balance, dueSince }) => (
          <li key={rollNo}>
            <div>
              <StudentLink rollNo={rollNo}>{studentName}</StudentLink>{' '}
              <Text span size="xs" c="dimmed">
                {studentClass} {section} · {rollNo}
              </Text>
            </div>
            <span className="figures">
              {balance === 0 ? 'Fully paid.' : balanceText(balance)}
              {dueSince !== null && ' '}
              {dueSince !== null && (
                <StatusChip kind={debtStatus(dueSince, today)}>{dueWords(dueSince, today)}</StatusChip>
              )}
            </span>
            {writer && balance > 0 && (
              <Button
                variant="default"
                size="compact-md"
                mih={32}
                component={Link}
                to={receiveAddress(rollNo)}
                aria-label={`Receive for ${studentName}`}
              >
                Receive
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Paper>
  )
}

interface FeeLine {
  readonly label: string
  readonly amount: Money
  readonly isSum?: true
}

type Fees = StudentAccount['monthlyFeeData']

const linesOf = (heads: readonly (typeof studentHeads)[number][], fees: Fees) =>
  heads.map((head) => ({ label: labelIn('feesForm', head), amount: signedCharge(head, fees) }))

export const feeLines = (fees: Fees): readonly FeeLine[] => [
  ...linesOf(monthlyHeads, fees),
  { label: 'Net Monthly Fee', amount: fees.netMonthlyFee, isSum: true },
  ...linesOf(oneTimeHeads, fees),
]

const StudentFees = ({ student: { monthlyFeeData: fees, plannedFees } }: StudentAsideProps) => (
  <Paper component="section" withBorder p="md" aria-labelledby="student-fees">
    <Title order={2} id="student-fees" mb={8}>
      Fees from the next voucher
    </Title>
    <Table aria-labelledby="student-fees" verticalSpacing={2} horizontalSpacing={0} withRowBorders={false}>
      <Table.Tbody>
        {feeLines(fees).map(({ label, amount, isSum = false }) => (
          <Table.Tr key={label} fw={isSum ? 600 : 400}>
            <Table.Th scope="row" fw="inherit">
              {label}
            </Table.Th>
            <Table.Td ta="end" {...(amount === 0 && { c: 'dimmed' })}>
              <Rupees of={amount} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    <PlannedFees planned={plannedFees} />
  </Paper>
)
