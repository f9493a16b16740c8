import { findCashierClosing, type ClosingSlip } from '#contract/cashier-close.ts'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { amountOfPieces, differenceWords } from '#domain/cashier-close.ts'
import { count } from '#domain/count.ts'
import { formatDigest } from '#domain/digest.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { methodWords } from '#domain/payment-method.ts'
import { useCall } from '#web/api/queries.ts'
import { Paper, PaperTable, Signatures, type PaperColumn } from '#web/kit/papers/paper.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'

interface ClosingSlipViewProps {
  readonly closingNo: number
  readonly onDone: () => void
}

const drawSlip = (closing: ClosingSlip) => <PrintedClosing closing={closing} />

export function ClosingSlipView({ closingNo, onDone }: ClosingSlipViewProps) {
  const found = useCall(findCashierClosing, { params: { closingNo } })
  if (found.isError) return <Failed failure={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Loading label="Loading the closing" />
  return (
    <PrintPage
      label={`Closing slip ${closingNo}`}
      items={[found.data.closing]}
      paper="A4 sheets"
      keyOf={() => String(closingNo)}
      drawPage={drawSlip}
      onDone={onDone}
    />
  )
}

/** The figures of a closing, its cheques and two signatures. */
const PrintedClosing = ({ closing }: { readonly closing: ClosingSlip }) => (
  <Paper label={`Closing slip ${closing.closingNo}`} title={`Closing slip No. ${closing.closingNo}`}>
    <p>
      Cashier <bdi>{closing.cashierName}</bdi> · closed {formatInstant(closing.closedAt)} ·{' '}
      {rangeWords(closing)}
    </p>
    <div className="paper-columns">
      <PaperTable
        label="Cash"
        columns={cashColumns}
        groups={[{ heading: '', rows: cashLines(closing) }]}
        keyOf={([label]) => label}
        isSum={([, , isSum]) => isSum}
      />
      {closing.pieces && (
        <PaperTable
          label="Notes and coins"
          columns={pieceColumns}
          groups={[{ heading: '', rows: closing.pieces }]}
          keyOf={({ value }) => value}
        />
      )}
    </div>
    {closing.remark !== '' && (
      <p>
        Remark: <bdi>{closing.remark}</bdi>
      </p>
    )}
    {notesOf(closing).map((note) => (
      <p key={note}>{note}</p>
    ))}
    {closing.digest && <p>Digest {formatDigest(closing.digest)}</p>}
    {closing.cheques.length > 0 && (
      <PaperTable
        label="Cheques"
        columns={chequeColumns}
        groups={[{ heading: '', rows: closing.cheques }]}
        keyOf={({ receiptNo }) => receiptNo}
      />
    )}
    <Signatures
      of={[
        `Cashier: ${closing.cashierName}`,
        ['Accepted by', closing.acceptedByName].filter(Boolean).join(': '),
      ]}
    />
  </Paper>
)

type CashLine = readonly [label: string, words: string, isSum: boolean]

const cashLine = (label: string, of: Money, isSum = false): CashLine => [label, formatRupees(of), isSum]

function cashLines(closing: ClosingSlip): readonly CashLine[] {
  return [
    cashLine('Float brought forward', closing.floatBefore),
    cashLine('Cash received', closing.cashReceived),
    ...(closing.cashRefunded === 0 ? [] : [cashLine('Paid back in cash', closing.cashRefunded)]),
    cashLine('Expected', closing.expected),
    ...(closing.firstCounted === null ? [] : [cashLine('First count', closing.firstCounted)]),
    cashLine('Counted', closing.counted, true),
    ['Difference', differenceWords(closing.difference), false],
    cashLine('Float kept', closing.floatKept),
    cashLine('To the safe', closing.toSafe, true),
  ]
}

const cashColumns: readonly PaperColumn<CashLine>[] = [
  { head: '', cell: ([label]) => label },
  { head: '', cell: ([, words]) => words, figures: true },
]

const pieceColumns: readonly PaperColumn<NonNullable<ClosingSlip['pieces']>[number]>[] = [
  { head: '', cell: ({ value }) => value, figures: true },
  { head: '', cell: ({ pieces }) => `× ${pieces}`, figures: true },
  { head: '', cell: (line) => formatRupees(amountOfPieces(line)), figures: true },
]

const chequeColumns: readonly PaperColumn<ClosingSlip['cheques'][number]>[] = [
  { head: 'Cheque', cell: ({ reference }) => <bdi>{reference}</bdi> },
  { head: 'Dated', cell: ({ chequeDate }) => chequeDate && formatDate(chequeDate) },
  { head: 'Receipt', cell: ({ receiptNo }) => receiptNo },
  {
    head: 'Student',
    cell: ({ studentName, rollNo }) => (
      <>
        <bdi>{studentName}</bdi>, {rollNo}
      </>
    ),
  },
  { head: 'Amount', cell: ({ amount }) => formatRupees(amount), figures: true },
]

const rangeWords = ({ afterReceipt, upToReceipt, receipts, reversals }: ClosingSlip): string =>
  upToReceipt > afterReceipt
    ? `receipts ${afterReceipt + 1} to ${upToReceipt} of the campus, own: ${count(receipts, 'receipt')}, ${count(reversals, 'reversal')}`
    : 'no receipts'

/** The notes for an auditor: other methods, back-dated receipts, and corrections of closed drawers. */
function notesOf({ others, backDated, ofClosedDrawers }: ClosingSlip): string[] {
  const methods = others.map(
    ({ method, receipts, net }) => `${methodWords[method].label} ${receipts}: Rs ${formatRupees(net)}`,
  )
  const touched = ofClosedDrawers.map(
    ({ receiptNo, reverses, amount, closingNo }) =>
      `Reversal ${receiptNo} of receipt ${reverses}, Rs ${formatRupees(amount)}, touches closing ${closingNo}, which was closed before.`,
  )
  return [
    ...(methods.length > 0 ? [`By other methods: ${methods.join(' · ')}`] : []),
    ...(backDated.receipts > 0
      ? [
          `${count(backDated.receipts, 'receipt')} dated before the day of entry, Rs ${formatRupees(backDated.amount)}.`,
        ]
      : []),
    ...touched.slice(0, 10),
    ...(touched.length > 10
      ? [`And ${count(touched.length - 10, 'more reversal')} of receipts closed before.`]
      : []),
  ]
}
