import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { adjustments, takeBackAdjustment, type Adjustment } from '#contract/adjustments.ts'
import { adjustmentWords } from '#domain/adjustment.ts'
import { addMonths, firstOfMonth, formatPrintedDate, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, opposite } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { reasonErrors } from '#web/kit/form/field-errors.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import type { Fact } from '#web/kit/papers/paper.tsx'
import { Slip } from '#web/kit/papers/slip.tsx'
import { restWords } from '#web/kit/receiving/payment-input.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { AdjustmentTable } from './adjustment-table.tsx'

interface TakeBackDialogProps {
  readonly adjustment: Adjustment
  readonly close: () => void
}

/** Takes an adjustment back by an adjustment of the opposite amount. */
function TakeBackDialog({ adjustment, close }: TakeBackDialogProps) {
  const { adjustmentNo, kind, studentName, rollNo, amount, otherRollNo } = adjustment
  const alert = useAlert()
  const form = useSendForm({
    endpoint: takeBackAdjustment,
    act: 'takeBackAdjustment',
    requested: close,
    isSecret: false,
    initial: () => ({ reason: '' }),
    check: reasonErrors,
    sent: ({ reason }) => ({ params: { adjustmentNo }, body: { reason } }),
    async done({ msg, balance }) {
      close()
      await alert(msg, { detail: `${studentName}: ${restWords(balance)}` })
    },
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

interface RefundSlipProps {
  readonly refund: Adjustment
  readonly onDone: () => void
}

const keyOf = ({ adjustmentNo }: Adjustment): string => String(adjustmentNo)

/** The numbered slip of a refunded advance, to be signed by the person who took the money. */
const drawRefund = (refund: Adjustment) => (
  <Slip
    label={`Refund ${refund.adjustmentNo}`}
    title="Refund"
    number={`Adjustment No. ${refund.adjustmentNo}`}
    mark={refund.reversedBy === null ? '' : `Taken back by no. ${refund.reversedBy}`}
    facts={factsOf(refund)}
    amount={refund.amount}
    balance="Paid back from an advance"
    by={['Paid out by', refund.enteredByName]}
    signature="Signature of the receiver"
  />
)

const RefundSlip = ({ refund, onDone }: RefundSlipProps) => (
  <PrintPage
    label={`Refund slip ${refund.adjustmentNo}`}
    items={[refund]}
    paper="A4"
    keyOf={keyOf}
    drawPage={drawRefund}
    onDone={onDone}
  />
)

const factsOf = (refund: Adjustment): readonly Fact[] => [
  ['Date', formatPrintedDate(refund.effectiveDate)],
  ['Student', refund.studentName],
  ["Father's Name", refund.fatherName],
  ['Roll No.', String(refund.rollNo)],
  ['Class and section', `${refund.studentClass} ${refund.section}`],
  ['Paid by', methodAndReference({ ...refund, method: refund.method ?? 'cash' })],
  ['Reason', refund.reason, 'line'],
]

/** `/adjustments`: the changes of balances other than charges and receipts, newest first. */
export function AdjustmentsScreen() {
  const { today } = useStaff()
  const goBack = useGoBack()
  const [fromDate, setFrom] = useState<CalendarDate | ''>(firstOfMonth(addMonths(monthOf(today), -1)))
  const [toDate, setTo] = useState<CalendarDate | ''>(today)
  const [takenBack, setTakenBack] = useState<Adjustment | null>(null)
  const [printed, setPrinted] = useState<Adjustment | null>(null)
  const found = useCall(adjustments, { query: { fromDate, toDate } })
  if (printed) return <RefundSlip refund={printed} onDone={() => setPrinted(null)} />
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
        <AdjustmentTable
          adjustments={found.data?.adjustments}
          failure={found.error}
          retry={() => void found.refetch()}
          onTakeBack={setTakenBack}
          onPrint={setPrinted}
        />
      </Stack>
      {takenBack && <TakeBackDialog adjustment={takenBack} close={() => setTakenBack(null)} />}
    </Screen>
  )
}
