import type { Adjustment } from '#contract/adjustments.ts'
import { formatPrintedDate } from '#domain/calendar.ts'
import { moneyInWords } from '#domain/money-in-words.ts'
import { formatRupees } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { useStaff } from '#web/api/session.ts'
import '#web/kit/slips/printed-receipt.css'
import { useCallback } from 'react'
import { PrintPage } from '#web/ui/print-page.tsx'

interface RefundSlipProps {
  readonly refund: Adjustment
  readonly onDone: () => void
}

const keyOf = ({ adjustmentNo }: Adjustment): string => String(adjustmentNo)

/** The numbered slip of a refunded advance, to be signed by the person who took the money. */
export function RefundSlip({ refund, onDone }: RefundSlipProps) {
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
