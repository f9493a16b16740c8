import { ActionIcon, Paper, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Adjustment } from '#contract/adjustments.ts'
import { adjustmentWords, followsReceipt } from '#domain/adjustment.ts'
import { formatDate } from '#domain/calendar.ts'
import { canWrite } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import './adjustment-table.css'
import { methodAndReference } from '#domain/payment-method.ts'

/** A line such as `to roll number 7; Brother pays`. */
function detailOf(adjustment: Adjustment): string {
  const { amount, method, reference, reverses, reversedBy, otherRollNo, receiptNo, reason } = adjustment
  const parts = [
    reverses === null ? '' : `takes back no. ${reverses}`,
    reversedBy === null ? '' : `taken back by no. ${reversedBy}`,
    otherRollNo === null ? '' : `${amount > 0 ? 'to' : 'from'} roll number ${otherRollNo}`,
    receiptNo === null
      ? ''
      : `receipt ${receiptNo} of ${adjustment.fromVoucherNo}, owed on ${adjustment.voucherNo}`,
    method === null ? '' : methodAndReference({ method, reference }),
    reason,
  ]
  return parts.filter((part) => part !== '').join('; ')
}

interface AdjustmentTableProps {
  readonly adjustments: readonly Adjustment[]
  readonly onTakeBack: (adjustment: Adjustment) => void
  readonly onPrint: (refund: Adjustment) => void
}

/** The adjustments, newest first; adjustments that were taken back are dimmed. */
export function AdjustmentTable({ adjustments, ...acts }: AdjustmentTableProps) {
  const isPhone = usePhone()
  return (
    <Paper
      withBorder
      className="adjustment-table"
      role="region"
      aria-label="Adjustments, scrolls"
      tabIndex={0}
    >
      <Table aria-label="Adjustments" verticalSpacing={6} horizontalSpacing={12}>
        <Table.Thead>
          <Table.Tr>
            {!isPhone && (
              <>
                <Table.Th>No.</Table.Th>
                <Table.Th>Date</Table.Th>
                <Table.Th>Student</Table.Th>
              </>
            )}
            <Table.Th>What</Table.Th>
            <Table.Th ta="end">Amount</Table.Th>
            {!isPhone && <Table.Th>By</Table.Th>}
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {adjustments.map((adjustment) => (
            <Row key={adjustment.adjustmentNo} adjustment={adjustment} isPhone={isPhone} {...acts} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

type RowProps = Omit<AdjustmentTableProps, 'adjustments'> & {
  readonly adjustment: Adjustment
  readonly isPhone: boolean
}

const Row = ({ adjustment, isPhone, ...acts }: RowProps) => (
  <Table.Tr {...(adjustment.reversedBy !== null && { c: 'dimmed' })}>
    {isPhone ? <NarrowCells adjustment={adjustment} /> : <WideCells adjustment={adjustment} />}
    <Table.Td ta="end">
      <Rupees of={adjustment.amount} />
    </Table.Td>
    {!isPhone && <Table.Td>{adjustment.enteredByName}</Table.Td>}
    <Table.Td>
      <Acts adjustment={adjustment} {...acts} />
    </Table.Td>
  </Table.Tr>
)

interface CellsProps {
  readonly adjustment: Adjustment
}

const WideCells = ({ adjustment }: CellsProps) => (
  <>
    <Table.Td>{adjustment.adjustmentNo}</Table.Td>
    <Table.Td>{formatDate(adjustment.effectiveDate)}</Table.Td>
    <Table.Td className="adjustment-words">
      <StudentLink rollNo={adjustment.rollNo}>{adjustment.studentName}</StudentLink>
      <Small>
        {adjustment.rollNo}, {adjustment.studentClass} {adjustment.section}
      </Small>
    </Table.Td>
    <Table.Td className="adjustment-words">
      {adjustmentWords[adjustment.kind]}
      <Small>{detailOf(adjustment)}</Small>
    </Table.Td>
  </>
)

/** On a phone, one cell has everything except the amount. */
const NarrowCells = ({ adjustment }: CellsProps) => (
  <Table.Td className="adjustment-words">
    <Small>
      No. {adjustment.adjustmentNo}, {formatDate(adjustment.effectiveDate)}
    </Small>
    {adjustmentWords[adjustment.kind]}:{' '}
    <StudentLink rollNo={adjustment.rollNo}>{adjustment.studentName}</StudentLink>
    <Small>{detailOf(adjustment)}</Small>
    <Small>{adjustment.enteredByName}</Small>
  </Table.Td>
)

const Small = ({ children }: { readonly children: ReactNode }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
)

function Acts({ adjustment, onTakeBack, onPrint }: Omit<RowProps, 'isPhone'>) {
  const { adjustmentNo, kind, reverses, reversedBy } = adjustment
  const writer = canWrite(useStaff().role)
  const mayTakeBack = writer && reverses === null && reversedBy === null && !followsReceipt(kind)
  return (
    <>
      {kind === 'refund' && reverses === null && (
        <IconAct label={`Print slip of adjustment ${adjustmentNo}`} onClick={() => onPrint(adjustment)}>
          <IconPrinter size={16} stroke={1.5} aria-hidden />
        </IconAct>
      )}
      {mayTakeBack && (
        <IconAct label={`Take back adjustment ${adjustmentNo}`} onClick={() => onTakeBack(adjustment)}>
          <IconArrowBackUp size={16} stroke={1.5} aria-hidden />
        </IconAct>
      )}
    </>
  )
}

interface IconActProps {
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}

const IconAct = ({ label, onClick, children }: IconActProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
    {children}
  </ActionIcon>
)
