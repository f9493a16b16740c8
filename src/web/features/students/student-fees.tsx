import { opposite, rupees, type Money } from '#domain/money.ts'
import { PlannedFees } from '#web/parts/planned-fees.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table, Title } from '@mantine/core'
import type { FeesTold, StudentTold } from './student-told.ts'

interface FeeLine {
  readonly label: string
  readonly amount: Money
  readonly isSum?: true
}

/** What a student pays every month, and once. */
export const feeLines = (fees: FeesTold): readonly FeeLine[] => [
  { label: 'Monthly Tuition Fee', amount: rupees(fees.monthlyFee) },
  { label: 'Discount', amount: opposite(rupees(fees.discount)) },
  { label: 'Net Monthly Fee', amount: rupees(fees.netMonthlyFee), isSum: true },
  { label: 'Registration Fee', amount: rupees(fees.registrationFee) },
  { label: 'Admission Fee', amount: rupees(fees.admissionFee) },
  { label: 'Examination Fee', amount: rupees(fees.examinationFee) },
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
