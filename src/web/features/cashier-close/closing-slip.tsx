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

const drawSlip = (closing: ClosingSlip) => <PrintedClosing closing={closing} />

interface ClosingSlipViewProps {
  readonly closingNo: number
  readonly onDone: () => void
}

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
        isSum={([, , isSum]) => isSum === true}
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

type CashLine = readonly [label: string, words: string, isSum?: true]

const cashLines = (closing: ClosingSlip): readonly CashLine[] => [
  ['Float brought forward', formatRupees(closing.floatBefore)],
  ['Cash received', formatRupees(closing.cashReceived)],
  ...cashLine('Paid back in cash', closing.cashRefunded === 0 ? null : closing.cashRefunded),
  ['Expected', formatRupees(closing.expected)],
  ...cashLine('First count', closing.firstCounted),
  ['Counted', formatRupees(closing.counted), true],
  ['Difference', differenceWords(closing.difference)],
  ['Float kept', formatRupees(closing.floatKept)],
  ['To the safe', formatRupees(closing.toSafe), true],
]

const cashLine = (label: string, of: Money | null): readonly CashLine[] =>
  of === null ? [] : [[label, formatRupees(of)]]

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
  const more = touched.splice(10).length
  const receipts = count(backDated.receipts, 'receipt')
  return [
    methods.length > 0 ? `By other methods: ${methods.join(' · ')}` : '',
    backDated.receipts > 0
      ? `${receipts} dated before the day of entry, Rs ${formatRupees(backDated.amount)}.`
      : '',
    ...touched,
    more > 0 ? `And ${count(more, 'more reversal')} of receipts closed before.` : '',
  ].filter((note) => note !== '')
}
