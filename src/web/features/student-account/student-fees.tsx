import { labelIn, monthlyHeads, oneTimeHeads, type studentHeads } from '#domain/fee-heads.ts'
import type { Money } from '#domain/money.ts'
import { signedCharge } from '#domain/voucher-amounts.ts'
import { PlannedFees } from '#web/kit/planned-fees.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table, Title } from '@mantine/core'
import type { FeesTold, StudentTold } from './student-told.ts'

interface FeeLine {
  readonly label: string
  readonly amount: Money
  readonly isSum?: true
}

const linesOf = (heads: readonly (typeof studentHeads)[number][], fees: FeesTold) =>
  heads.map((head) => ({ label: labelIn('feesForm', head), amount: signedCharge(head, fees) }))

/** What a student pays every month, and once. */
export const feeLines = (fees: FeesTold): readonly FeeLine[] => [
  ...linesOf(monthlyHeads, fees),
  { label: 'Net Monthly Fee', amount: fees.netMonthlyFee, isSum: true },
  ...linesOf(oneTimeHeads, fees),
]

interface StudentFeesProps {
  readonly fees: FeesTold
  readonly planned: StudentTold['plannedFees']
}

export const StudentFees = ({ fees, planned }: StudentFeesProps) => (
  <section className="student-fees" aria-labelledby="student-fees">
    <Title order={2} id="student-fees" mb={4}>
      Fees
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
    <PlannedFees planned={planned} />
  </section>
)
