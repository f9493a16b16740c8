import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, formatMonth, schoolYearStart } from '#domain/calendar.ts'
import { dueWords } from '#domain/debt.ts'
import { labelIn, monthlyHeads, oneTimeHeads, type studentHeads } from '#domain/fee-heads.ts'
import { formatRupees, less, nothing, opposite, sum } from '#domain/money.ts'
import { methodSums, receivedTotals } from '#domain/received.ts'
import { canWrite } from '#domain/roles.ts'
import { signedCharge } from '#domain/voucher-amounts.ts'
import { debtStatus } from '#domain/voucher-status.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { receiveAddress } from '#web/kit/list-addresses.ts'
import { PlannedFees } from '#web/kit/planned-fees.tsx'
import { lateWords, rupeesText, type StudentAccount } from '#web/kit/student-account.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { DebtChips } from '#web/kit/student-state.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Table } from '#web/ui/table.tsx'
import { balanceWords } from './account-lines.ts'

interface StudentProps {
  readonly student: StudentAccount
}

/** The debts of student and family, the monthly fee, and the amount received this school year. */
export function StudentFigures({ student }: StudentProps) {
  const { today } = useStaff()
  const { account, balance, family, monthlyFeeData: fees } = student
  const since = schoolYearStart(today)
  const received = account.flatMap(({ kind, amount, date, who, method }) =>
    (kind === 'receipt' || kind === 'reversal') && method !== null && date >= since
      ? [{ kind, amount: opposite(amount), receivedDate: date, receivedBy: who, method }]
      : [],
  )
  const byMethod = methodSums(received)
  const owing = [balance, ...family.map((member) => member.balance)].filter((owed) => owed > 0)
  const named = family.map((one) => `${one.studentName.split(' ')[0]}, ${one.studentClass} ${one.section}`)
  return (
    <div className="student-figures">
      <Card label="Owes">
        <Text
          component="output"
          display="block"
          fz={balance > 0 ? 34 : 24}
          fw={600}
          lh="40px"
          lts="-0.5px"
          className="figures"
          aria-label="Balance"
        >
          {balanceWords(balance)}
        </Text>
        <DebtChips student={student} />
      </Card>
      <Card
        label="Net Monthly Fee"
        figure={formatRupees(fees.netMonthlyFee)}
        hint={fees.discount > 0 ? `after ${formatRupees(fees.discount)} discount` : 'no discount'}
      />
      <Card
        label="Paid this school year"
        figure={formatRupees(receivedTotals(received).net)}
        hint={`since ${formatDate(since)}${byMethod === '' ? '' : `: ${byMethod}`}`}
      />
      {family.length > 0 && (
        <Card
          label="Family owes"
          figure={formatRupees(sum(nothing, ...owing))}
          hint={`with ${family.length > 2 ? `${family.length} brothers and sisters` : named.join('; ')}`}
        />
      )}
    </div>
  )
}

interface CardProps {
  readonly label: string
  readonly figure?: string
  readonly hint?: string
  readonly children?: ReactNode
}

const Card = ({ label, figure, hint, children }: CardProps) => (
  <Paper withBorder px="md" py={10} role="group" aria-label={label}>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    {figure !== undefined && (
      <Text fz={24} fw={600} lh="32px" className="figures">
        {figure}
      </Text>
    )}
    {children}
    {hint !== undefined && (
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    )}
  </Paper>
)

/** The reasons for a debt, the family, and the fees from the next voucher on. */
export const StudentAside = ({ student }: StudentProps) => (
  <Stack gap={12}>
    <UnpaidMonths student={student} />
    {student.family.length > 0 && (
      <Panel label="Family">
        <Stack {...plainList}>
          {student.family.map((member) => (
            <Member key={member.rollNo} member={member} />
          ))}
        </Stack>
      </Panel>
    )}
    <Panel label={feesLabel}>
      <Table aria-label={feesLabel} verticalSpacing={2} horizontalSpacing={0} withRowBorders={false}>
        <Table.Tbody>
          {feeLines(student.monthlyFeeData).map(({ label, amount, isSum }) => (
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
      <PlannedFees planned={student.plannedFees} />
    </Panel>
  </Stack>
)

const plainList = { component: 'ul', gap: 10, m: 0, p: 0, style: { listStyle: 'none' } } as const
const feesLabel = 'Fees from the next voucher'

interface PanelProps {
  readonly label: string
  readonly title?: string
  readonly children: ReactNode
}

const Panel = ({ label, title = label, children }: PanelProps) => (
  <Paper component="section" withBorder p="md" aria-label={label}>
    <Title order={2} mb={8}>
      {title}
    </Title>
    {children}
  </Paper>
)

function UnpaidMonths({ student: { unpaid, balance } }: StudentProps) {
  const { today } = useStaff()
  const most = Math.max(...unpaid.map((voucher) => voucher.unpaid))
  return (
    <Panel label="Unpaid months" title={balance > 0 ? `Why ${rupeesText(balance)}` : 'Unpaid months'}>
      {unpaid.length === 0 && <Text c="dimmed">{balance < 0 ? balanceWords(balance) : 'No dues.'}</Text>}
      {unpaid.length > 0 && (
        <Stack {...plainList}>
          {unpaid.map(({ voucherNo, year, month, unpaid: owed, amount, dueDate }) => {
            const late = lateWords(dueDate, today)
            return (
              <Stack component="li" gap={3} key={voucherNo}>
                <Group justify="space-between" gap={8}>
                  <span>{formatMonth({ year, month })}</span>{' '}
                  <strong className="figures">{formatRupees(owed)}</strong>
                </Group>{' '}
                <span className="student-unpaid-bar" aria-hidden>
                  <span data-late={late !== null || undefined} style={{ width: `${(100 * owed) / most}%` }} />
                </span>
                <Text component="small" fz={12.5} c="var(--portal-ink-2)">
                  due {formatDate(dueDate)}
                  {late !== null && ` · ${late}`}
                  {owed < amount &&
                    ` · ${formatRupees(less(amount, owed))} of ${formatRupees(amount)} settled`}
                </Text>
              </Stack>
            )
          })}
        </Stack>
      )}
    </Panel>
  )
}

function Member({ member }: { readonly member: StudentAccount['family'][number] }) {
  const { role, today } = useStaff()
  const { rollNo, studentName, studentClass, section, balance, dueSince } = member
  return (
    <Group component="li" gap={8} wrap="nowrap">
      <Box flex={1} miw={0}>
        <StudentLink rollNo={rollNo}>{studentName}</StudentLink>{' '}
        <Text span size="xs" c="dimmed">
          {studentClass} {section} · {rollNo}
        </Text>
      </Box>
      <span className="figures">
        {balance === 0 ? 'Fully paid.' : balanceText(balance)}
        {dueSince !== null && (
          <>
            {' '}
            <StatusChip kind={debtStatus(dueSince, today)}>{dueWords(dueSince, today)}</StatusChip>
          </>
        )}
      </span>
      {canWrite(role) && balance > 0 && (
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
    </Group>
  )
}

export function feeLines(fees: StudentAccount['monthlyFeeData']) {
  const line = (head: (typeof studentHeads)[number]) => ({
    label: labelIn('feesForm', head),
    amount: signedCharge(head, fees),
    isSum: false,
  })
  const net = { label: 'Net Monthly Fee', amount: fees.netMonthlyFee, isSum: true }
  return [...monthlyHeads.map(line), net, ...oneTimeHeads.map(line)]
}
