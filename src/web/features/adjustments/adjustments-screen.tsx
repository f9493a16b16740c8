import { Group, Stack, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { adjustments, takeBackAdjustment, type Adjustment } from '#contract/adjustments.ts'
import { addMonths, firstOfMonth, formatPrintedDate, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { moneyInWords } from '#domain/money-in-words.ts'
import { formatRupees, opposite } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { AdjustmentTable } from './adjustment-table.tsx'
import '#web/kit/slips/printed-receipt.css'
import { adjustmentWords } from '#domain/adjustment.ts'
import { useApprovableChange } from '#web/kit/approval/use-approvable-change.ts'
import { ReasonDialog } from '#web/kit/reason-dialog.tsx'
import { restWords } from '#web/kit/receiving/payment-input.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'

interface TakeBackDialogProps {
  readonly adjustment: Adjustment
  readonly close: () => void
}

/** Takes an adjustment back by an adjustment of the opposite amount. */
function TakeBackDialog({ adjustment, close }: TakeBackDialogProps) {
  const { campus } = useStaff()
  const { adjustmentNo, kind, studentName, rollNo, amount, otherRollNo } = adjustment
  const change = useApprovableChange(takeBackAdjustment, 'takeBackAdjustment')
  const alert = useAlert()
  const tellFailure = useTellFailure()

  async function send(reason: string) {
    try {
      const result = await change.send({ params: { campus, adjustmentNo }, body: { reason } })
      if (result.kind === 'not requested') return
      close()
      if (result.kind === 'requested') return
      const { msg, balance } = result.reply
      await alert(msg, { detail: `${studentName}: ${restWords(balance)}` })
    } catch (error) {
      await tellFailure(error)
    }
  }

  return (
    <ReasonDialog
      title={`Take back adjustment ${adjustmentNo}`}
      confirmLabel="Take back"
      ready
      sending={change.sending}
      onConfirm={(reason) => void send(reason)}
      close={close}
    >
      <Text>
        {adjustmentWords[kind]}: {formatRupees(amount)} of {studentName}, roll no. {rollNo}. An adjustment of{' '}
        {formatRupees(opposite(amount))} is entered today; this one stays in the list.
        {otherRollNo !== null && ` That of roll no. ${otherRollNo} is taken back with it.`}
        {kind === 'refund' && ' Do it only if the money is back.'}
      </Text>
    </ReasonDialog>
  )
}

interface RefundSlipProps {
  readonly refund: Adjustment
  readonly onDone: () => void
}

const keyOf = ({ adjustmentNo }: Adjustment): string => String(adjustmentNo)

/** The numbered slip of a refunded advance, to be signed by the person who took the money. */
function RefundSlip({ refund, onDone }: RefundSlipProps) {
  const { school, campus } = useStaff()
  const drawPage = useCallback(
    (one: Adjustment) => (
      <article className="slip" aria-label={`Refund ${one.adjustmentNo}`}>
        <header>
          <div>
            <h2 dir="auto">{school.name}</h2>
            <p>
              Tax No. {school.taxNumber} · <bdi>{campus}</bdi>
            </p>
          </div>
          <div className="slip-number">
            <h3>Refund</h3>
            <p>Adjustment No. {one.adjustmentNo}</p>
          </div>
        </header>
        {one.reversedBy !== null && <p className="slip-mark">Taken back by no. {one.reversedBy}</p>}
        <dl>
          {factsOf(one).map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="slip-amount">
          <p className="slip-figures">Rs {formatRupees(one.amount)}</p>
          <p>{moneyInWords(one.amount)}</p>
          <p className="slip-balance">Paid back from an advance</p>
        </div>
        <footer>
          <span>
            Paid out by <bdi>{one.enteredByName}</bdi>
          </span>
          <span className="slip-signature">Signature of the receiver</span>
        </footer>
      </article>
    ),
    [school, campus],
  )
  return (
    <PrintPage
      label={`Refund slip ${refund.adjustmentNo}`}
      items={[refund]}
      paper="A4"
      keyOf={keyOf}
      drawPage={drawPage}
      onDone={onDone}
    />
  )
}

const factsOf = (refund: Adjustment) => [
  { label: 'Date', value: formatPrintedDate(refund.effectiveDate) },
  { label: 'Student', value: refund.studentName },
  { label: "Father's Name", value: refund.fatherName },
  { label: 'Roll No.', value: String(refund.rollNo) },
  { label: 'Class and section', value: `${refund.studentClass} ${refund.section}` },
  { label: 'Paid by', value: methodAndReference({ ...refund, method: refund.method ?? 'cash' }) },
  { label: 'Reason', value: refund.reason },
]

/** `/adjustments`: the changes of balances other than charges and receipts, newest first. */
export function AdjustmentsScreen() {
  const { campus, today } = useStaff()
  const goBack = useGoBack()
  const [fromDate, setFrom] = useState<CalendarDate | ''>(firstOfMonth(addMonths(monthOf(today), -1)))
  const [toDate, setTo] = useState<CalendarDate | ''>(today)
  const [takenBack, setTakenBack] = useState<Adjustment | null>(null)
  const [printed, setPrinted] = useState<Adjustment | null>(null)
  const found = useCall(keys.adjustments(campus, fromDate, toDate), adjustments, {
    params: { campus },
    query: { fromDate, toDate },
  })
  if (printed) return <RefundSlip refund={printed} onDone={() => setPrinted(null)} />
  return (
    <Screen
      title="Adjustments"
      campus={campus}
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
