import { Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconPrinter, type Icon } from '@tabler/icons-react'
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
import { noReason, ReasonDialog } from '#web/kit/adjusting/reason-dialog.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { Slip } from '#web/kit/papers/paper.tsx'
import { restWords } from '#web/kit/receiving/payment-input.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { column, noted, rupeesColumn } from '#web/kit/table/cells.tsx'
import { RecordTable, type RecordAct, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty } from '#web/ui/states.tsx'

type TakeBackProps = { readonly adjustment: Adjustment; readonly close: () => void }

/** Takes an adjustment back by an adjustment of the opposite amount. */
const TakeBackDialog = ({ adjustment, close }: TakeBackProps) => (
  <ReasonDialog
    title={`Take back adjustment ${adjustment.adjustmentNo}`}
    confirmLabel="Take back"
    endpoint={takeBackAdjustment}
    act="takeBackAdjustment"
    initial={noReason}
    sent={({ reason }) => ({ params: { adjustmentNo: adjustment.adjustmentNo }, body: { reason } })}
    alertWords={({ msg, balance }) => [msg, `${adjustment.studentName}: ${restWords(balance)}`]}
    close={close}
  >
    <Text>
      {adjustmentWords[adjustment.kind]}: {formatRupees(adjustment.amount)} of {adjustment.studentName}, roll
      no. {adjustment.rollNo}. An adjustment of {formatRupees(opposite(adjustment.amount))} is entered today;
      this one stays in the list.
      {adjustment.otherRollNo !== null &&
        ` That of roll no. ${adjustment.otherRollNo} is taken back with it.`}
      {adjustment.kind === 'refund' && ' Do it only if the money is back.'}
    </Text>
  </ReasonDialog>
)

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
          acts={(adjustment) => [
            isRefund(adjustment) ? act('Print slip of', IconPrinter, adjustment, setPrinted) : null,
            canWrite(role) && canTakeBack(adjustment)
              ? act('Take back', IconArrowBackUp, adjustment, setTakenBack)
              : null,
          ]}
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

const act = (
  verb: string,
  icon: Icon,
  adjustment: Adjustment,
  onPress: (adjustment: Adjustment) => void,
): RecordAct => ({
  label: `${verb} adjustment ${adjustment.adjustmentNo}`,
  icon,
  onPress: () => onPress(adjustment),
})

const isRefund = ({ kind, reverses }: Adjustment): boolean => kind === 'refund' && reverses === null

const canTakeBack = ({ kind, reverses, reversedBy }: Adjustment): boolean =>
  reverses === null && reversedBy === null && !followsReceipt(kind)

const columns: readonly RecordColumn<Adjustment>[] = [
  column('No.', {}, ({ adjustmentNo }) => adjustmentNo),
  column('Date', {}, ({ effectiveDate }) => formatDate(effectiveDate)),
  column('Student', { wraps: true, card: 'title' }, ({ rollNo, studentName, studentClass, section }) =>
    noted(<StudentLink rollNo={rollNo}>{studentName}</StudentLink>, `${rollNo}, ${studentClass} ${section}`),
  ),
  column('What', { wraps: true, card: 'plain' }, (adjustment) =>
    noted(adjustmentWords[adjustment.kind], detailOf(adjustment)),
  ),
  rupeesColumn('amount', 'Amount', ({ amount }) => amount, { card: 'figure' }),
  column('By', {}, ({ enteredByName }) => enteredByName),
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
