import type { SignedIn } from '#contract/session.ts'
import type { ReceiptSlip } from '#contract/slips.ts'
import { formatPrintedDate } from '#domain/calendar.ts'
import { moneyInWords } from '#domain/money-in-words.ts'
import { formatRupees, opposite, type Money } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import './printed-receipt.css'

/** The school and campus in the head of each slip. */
export type PrintedBy = SignedIn['school'] & { readonly campus: string }

interface Props {
  readonly slip: ReceiptSlip
  readonly by: PrintedBy
  /** True if the slip may have been printed before. */
  readonly isDuplicate: boolean
}

/** A receipt on paper: payer, purpose and the amount left to pay. */
export function PrintedReceipt({ slip, by, isDuplicate }: Props) {
  const amount = slip.amount
  const words = wordsOf(slip)
  return (
    <article className="slip" aria-label={`Receipt ${slip.receiptNo}`}>
      <header>
        <div>
          <h2 dir="auto" data-long={lengthOf(by.name)}>
            {by.name}
          </h2>
          <p>
            Tax No. {by.taxNumber} · <bdi>{by.campus}</bdi>
          </p>
        </div>
        <div className="slip-number">
          <h3>{words.title}</h3>
          <p>No. {slip.receiptNo}</p>
          {isDuplicate && <p className="slip-duplicate">DUPLICATE</p>}
        </div>
      </header>
      {words.mark !== '' && <p className="slip-mark">{words.mark}</p>}
      <dl>
        {factsOf(slip, words.date).map(({ label, value, room }) => (
          <div key={label} data-room={room}>
            <dt>{label}</dt>
            <dd dir="auto" data-long={lengthOf(value)}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="slip-amount">
        <p className="slip-figures">Rs {formatRupees(amount)}</p>
        <p>{moneyInWords(amount)}</p>
        <p className="slip-balance">
          {slip.moved === null ? leftToPay(slip.balanceAfter) : movedWords(slip.moved)}
        </p>
      </div>
      <footer>
        <span data-long={lengthOf(slip.receivedByName)}>
          {words.by} <bdi>{slip.receivedByName}</bdi>
        </span>
        <span className="slip-signature">Signature and stamp</span>
      </footer>
    </article>
  )
}

/** Returns the slip's labels: a reversal names the cancelled receipt, and a cancelled receipt names its reversal. */
function wordsOf({ kind, reverses, reversedBy }: ReceiptSlip) {
  if (kind === 'reversal') {
    return {
      title: `Reversal of receipt no. ${reverses}`,
      mark: '',
      date: 'Date cancelled',
      by: 'Cancelled by',
    }
  }
  return {
    title: 'Fee receipt',
    mark: reversedBy === null ? '' : `Cancelled by no. ${reversedBy}`,
    date: 'Date received',
    by: 'Received by',
  }
}

function leftToPay(balance: Money): string {
  if (balance > 0) return `Rs ${formatRupees(balance)} left to pay`
  return balance < 0 ? `Rs ${formatRupees(opposite(balance))} paid in advance` : 'Fully paid'
}

/** Names the voucher that took the difference: a balance that later vouchers carry is not the student's balance. */
function movedWords({ adjustmentNo, voucherNo, amount }: NonNullable<ReceiptSlip['moved']>): string {
  const direction = amount > 0 ? 'added to' : 'taken off'
  const difference = formatRupees(amount > 0 ? amount : opposite(amount))
  return `Difference of Rs ${difference} ${direction} voucher ${voucherNo} by adjustment no. ${adjustmentNo}`
}

interface Fact {
  readonly label: string
  readonly value: string
  readonly room?: 'half' | 'line'
}

const factsOf = (slip: ReceiptSlip, date: string): readonly Fact[] => [
  { label: date, value: formatPrintedDate(slip.receivedDate) },
  { label: 'Student', value: slip.studentName },
  { label: "Father's Name", value: slip.fatherName },
  { label: 'Roll No.', value: String(slip.rollNo) },
  { label: 'Class and section', value: `${slip.studentClass} ${slip.section}` },
  { label: 'Voucher No.', value: slip.voucherNo },
  {
    label: 'Fee Period',
    value: `${formatPrintedDate(slip.feePeriod.from)} to ${formatPrintedDate(slip.feePeriod.to)}`,
    room: 'half',
  },
  ...paidByOf(slip),
  ...reasonOf(slip),
]

/** Returns the method and its reference; empty for cash, the method of most slips. */
const paidByOf = (slip: ReceiptSlip): readonly Fact[] => {
  if (slip.method === 'cash') return []
  const dated = slip.chequeDate === null ? '' : `, dated ${formatPrintedDate(slip.chequeDate)}`
  return [{ label: 'Paid by', value: `${methodAndReference(slip)}${dated}`, room: 'half' }]
}

/** Returns the reason of a cancellation; a valid receipt has none. */
const reasonOf = ({ kind, reason }: ReceiptSlip): readonly Fact[] =>
  kind === 'reversal' && reason !== '' ? [{ label: 'Reason', value: reason, room: 'line' }] : []

/** Classifies a text by its length: long names are printed smaller, so that they fit completely. */
function lengthOf(text: string): 'long' | 'longest' | undefined {
  if (text.length > 80) return 'longest'
  return text.length > 40 ? 'long' : undefined
}
