import { Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { adjustments, takeBackAdjustment, type Adjustment } from '#contract/adjustments.ts'
import { adjustmentWords, followsReceipt } from '#domain/adjustment.ts'
import {
  addMonths,
  firstOfMonth,
  formatDate,
  formatPrintedDate,
  monthOf,
  type CalendarDate,
} from '#domain/calendar.ts'
import { formatRupees, opposite } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { canWrite } from '#domain/roles.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { noReason, useReasonForm } from '#web/kit/adjusting/use-reason-form.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { Slip } from '#web/kit/papers/paper.tsx'
import { restWords } from '#web/kit/receiving/payment-input.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { noted, rupeesColumn } from '#web/kit/table/cells.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty } from '#web/ui/states.tsx'

interface TakeBackDialogProps {
  readonly adjustment: Adjustment
  readonly close: () => void
}

/** Takes an adjustment back by an adjustment of the opposite amount. */
function TakeBackDialog({ adjustment, close }: TakeBackDialogProps) {
  const { adjustmentNo, kind, studentName, rollNo, amount, otherRollNo } = adjustment
  const form = useReasonForm({
    endpoint: takeBackAdjustment,
    act: 'takeBackAdjustment',
    initial: noReason,
    sent: ({ reason }) => ({ params: { adjustmentNo }, body: { reason } }),
    alertWords: ({ msg, balance }) => [msg, `${studentName}: ${restWords(balance)}`],
    close,
  })
  return (
    <FormDialog
      title={`Take back adjustment ${adjustmentNo}`}
      confirmLabel="Take back"
      form={form}
      close={close}
    >
      <Text>
        {adjustmentWords[kind]}: {formatRupees(amount)} of {studentName}, roll no. {rollNo}. An adjustment of{' '}
        {formatRupees(opposite(amount))} is entered today; this one stays in the list.
        {otherRollNo !== null && ` That of roll no. ${otherRollNo} is taken back with it.`}
        {kind === 'refund' && ' Do it only if the money is back.'}
      </Text>
      <ReasonInput data-autofocus {...form.field('reason')} />
    </FormDialog>
  )
}

/** The numbered slip of a refunded advance, to be signed by the person who took the money. */
const drawRefund = (refund: Adjustment) => (
  <Slip
    label={`Refund ${refund.adjustmentNo}`}
    title="Refund"
    number={`Adjustment No. ${refund.adjustmentNo}`}
    mark={refund.reversedBy === null ? '' : `Taken back by no. ${refund.reversedBy}`}
    facts={[
      ['Date', formatPrintedDate(refund.effectiveDate)],
      ['Student', refund.studentName],
      ["Father's Name", refund.fatherName],
      ['Roll No.', String(refund.rollNo)],
      ['Class and section', `${refund.studentClass} ${refund.section}`],
      ['Paid by', methodAndReference({ ...refund, method: refund.method ?? 'cash' })],
      ['Reason', refund.reason, 'line'],
    ]}
    amount={refund.amount}
    balance="Paid back from an advance"
    by={['Paid out by', refund.enteredByName]}
    signature="Signature of the receiver"
  />
)

const keyOf = ({ adjustmentNo }: Adjustment): string => String(adjustmentNo)

/** `/adjustments`: the changes of balances other than charges and receipts, newest first. */
export function AdjustmentsScreen() {
  const { today, role } = useStaff()
  const goBack = useGoBack()
  const [fromDate, setFrom] = useState<CalendarDate | ''>(firstOfMonth(addMonths(monthOf(today), -1)))
  const [toDate, setTo] = useState<CalendarDate | ''>(today)
  const [takenBack, setTakenBack] = useState<Adjustment | null>(null)
  const [printed, setPrinted] = useState<Adjustment | null>(null)
  const found = useCall(adjustments, { query: { fromDate, toDate } })
  if (printed) {
    return (
      <PrintPage
        label={`Refund slip ${printed.adjustmentNo}`}
        items={[printed]}
        paper="A4"
        keyOf={keyOf}
        drawPage={drawRefund}
        onDone={() => setPrinted(null)}
      />
    )
  }
  return (
    <Screen
      title="Adjustments"
      lead="Debts written off or waived, advances paid back or transferred, and receipts of earlier months that were corrected."
      onLeave={goBack}
    >
      <Stack gap="md">
        <Group gap="sm">
          <DateField label="From Date" value={fromDate} onChange={setFrom} />
          <DateField label="To Date" value={toDate} onChange={setTo} />
        </Group>
        <RecordTable
          label="Adjustments"
          columns={columns}
          rows={found.data?.adjustments}
          rowKey={keyOf}
          acts={(adjustment) => actsOf(adjustment, canWrite(role), setPrinted, setTakenBack)}
          isDimmed={({ reversedBy }) => reversedBy !== null}
          empty={
            <Empty
              title="No adjustments in these days"
              hint="A debt is written off, and an advance paid back, on the student's page."
            />
          }
          failure={found.error}
          retry={() => void found.refetch()}
        />
      </Stack>
      {takenBack && <TakeBackDialog adjustment={takenBack} close={() => setTakenBack(null)} />}
    </Screen>
  )
}

function actsOf(
  adjustment: Adjustment,
  writer: boolean,
  onPrint: (refund: Adjustment) => void,
  onTakeBack: (adjustment: Adjustment) => void,
) {
  const { adjustmentNo, kind, reverses, reversedBy } = adjustment
  const print = {
    label: `Print slip of adjustment ${adjustmentNo}`,
    icon: IconPrinter,
    onPress: () => onPrint(adjustment),
  }
  const takeBack = {
    label: `Take back adjustment ${adjustmentNo}`,
    icon: IconArrowBackUp,
    onPress: () => onTakeBack(adjustment),
  }
  const mayTakeBack = writer && reverses === null && reversedBy === null && !followsReceipt(kind)
  return [kind === 'refund' && reverses === null ? print : null, mayTakeBack ? takeBack : null]
}

const columns: readonly RecordColumn<Adjustment>[] = [
  { key: 'no', heading: 'No.', cell: ({ adjustmentNo }) => adjustmentNo },
  { key: 'date', heading: 'Date', cell: ({ effectiveDate }) => formatDate(effectiveDate) },
  {
    key: 'student',
    heading: 'Student',
    wraps: true,
    card: 'title',
    cell: ({ rollNo, studentName, studentClass, section }) =>
      noted(
        <StudentLink rollNo={rollNo}>{studentName}</StudentLink>,
        `${rollNo}, ${studentClass} ${section}`,
      ),
  },
  {
    key: 'what',
    heading: 'What',
    wraps: true,
    card: 'plain',
    cell: (adjustment) => noted(adjustmentWords[adjustment.kind], detailOf(adjustment)),
  },
  rupeesColumn('amount', 'Amount', ({ amount }) => amount, { card: 'figure' }),
  { key: 'by', heading: 'By', cell: ({ enteredByName }) => enteredByName },
]

/** A line such as `to roll number 7; Brother pays`. */
function detailOf(adjustment: Adjustment): string {
  const { amount, method, reference, reverses, reversedBy, otherRollNo, receiptNo, reason } = adjustment
  const { fromVoucherNo, voucherNo } = adjustment
  const parts = [
    reverses === null ? '' : `takes back no. ${reverses}`,
    reversedBy === null ? '' : `taken back by no. ${reversedBy}`,
    otherRollNo === null ? '' : `${amount > 0 ? 'to' : 'from'} roll number ${otherRollNo}`,
    receiptNo === null ? '' : `receipt ${receiptNo} of ${fromVoucherNo}, owed on ${voucherNo}`,
    method === null ? '' : methodAndReference({ method, reference }),
    reason,
  ]
  return parts.filter((part) => part !== '').join('; ')
}
