import { IconArrowBackUp, IconPrinter } from '@tabler/icons-react'
import type { Adjustment } from '#contract/adjustments.ts'
import { adjustmentWords, followsReceipt } from '#domain/adjustment.ts'
import { formatDate } from '#domain/calendar.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { canWrite } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { RecordTable, type RecordColumn, type RecordFailure } from '#web/kit/table/record-table.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Empty } from '#web/ui/states.tsx'

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

const columns: readonly RecordColumn<Adjustment>[] = [
  { key: 'no', heading: 'No.', cell: ({ adjustmentNo }) => adjustmentNo },
  { key: 'date', heading: 'Date', cell: ({ effectiveDate }) => formatDate(effectiveDate) },
  {
    key: 'student',
    heading: 'Student',
    wraps: true,
    card: 'title',
    cell: ({ rollNo, studentName, studentClass, section }) => (
      <>
        <StudentLink rollNo={rollNo}>{studentName}</StudentLink>
        <small>
          {rollNo}, {studentClass} {section}
        </small>
      </>
    ),
  },
  {
    key: 'what',
    heading: 'What',
    wraps: true,
    card: 'plain',
    cell: (adjustment) => (
      <>
        {adjustmentWords[adjustment.kind]}
        <small>{detailOf(adjustment)}</small>
      </>
    ),
  },
  {
    key: 'amount',
    heading: 'Amount',
    figures: true,
    card: 'figure',
    cell: ({ amount }) => <Rupees of={amount} />,
  },
  { key: 'by', heading: 'By', cell: ({ enteredByName }) => enteredByName },
]

interface AdjustmentTableProps {
  readonly adjustments: readonly Adjustment[] | undefined
  readonly failure: RecordFailure
  readonly retry: () => void
  readonly onTakeBack: (adjustment: Adjustment) => void
  readonly onPrint: (refund: Adjustment) => void
}

/** The adjustments, newest first; adjustments that were taken back are dimmed. */
export function AdjustmentTable({ adjustments, failure, retry, onTakeBack, onPrint }: AdjustmentTableProps) {
  const writer = canWrite(useStaff().role)
  const actsOf = (adjustment: Adjustment) => {
    const { adjustmentNo, kind, reverses, reversedBy } = adjustment
    const mayTakeBack = writer && reverses === null && reversedBy === null && !followsReceipt(kind)
    return [
      kind === 'refund' && reverses === null
        ? {
            label: `Print slip of adjustment ${adjustmentNo}`,
            icon: IconPrinter,
            onPress: () => onPrint(adjustment),
          }
        : null,
      mayTakeBack
        ? {
            label: `Take back adjustment ${adjustmentNo}`,
            icon: IconArrowBackUp,
            onPress: () => onTakeBack(adjustment),
          }
        : null,
    ]
  }
  return (
    <RecordTable
      label="Adjustments"
      columns={columns}
      rows={adjustments}
      rowKey={({ adjustmentNo }) => adjustmentNo}
      acts={actsOf}
      isDimmed={({ reversedBy }) => reversedBy !== null}
      empty={
        <Empty
          title="No adjustments in these days"
          hint="A debt is written off, and an advance paid back, on the student's page."
        />
      }
      failure={failure}
      retry={retry}
    />
  )
}
