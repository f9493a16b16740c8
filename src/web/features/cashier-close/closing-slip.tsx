import { useCallback, type ReactNode } from 'react'
import { findCashierClosing, type ClosingSlip } from '#contract/cashier-close.ts'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { amountOfPieces, differenceWords } from '#domain/cashier-close.ts'
import { count } from '#domain/count.ts'
import { formatDigest } from '#domain/digest.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { methodWords } from '#domain/payment-method.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { PrintPage } from '#web/ui/print-page.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import './closing-slip.css'

interface ClosingSlipViewProps {
  readonly closingNo: number
  readonly onDone: () => void
}

export function ClosingSlipView({ closingNo, onDone }: ClosingSlipViewProps) {
  const { school, campus } = useStaff()
  const found = useCall(keys.cashierClosing(campus, closingNo), findCashierClosing, {
    params: { campus, closingNo },
  })
  const drawPage = useCallback(
    (page: SlipPage) => <SlipPageView page={page} school={school.name} campus={campus} />,
    [school, campus],
  )
  if (found.isError) return <Failed failure={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Loading label="Loading the closing" />
  return (
    <PrintPage
      label={`Closing slip ${closingNo}`}
      items={pagesOf(found.data.closing)}
      paper="A4"
      keyOf={({ number }) => String(number)}
      drawPage={drawPage}
      onDone={onDone}
    />
  )
}

/** A page of the slip. The first page has the figures; each page has a part of the cheques. */
interface SlipPage {
  readonly closing: ClosingSlip
  readonly number: number
  readonly of: number
  readonly cheques: ClosingSlip['cheques']
}

const chequesOnFirst = 14
const chequesOnNext = 40

function pagesOf(closing: ClosingSlip): SlipPage[] {
  const parts = [closing.cheques.slice(0, chequesOnFirst)]
  for (let from = chequesOnFirst; from < closing.cheques.length; from += chequesOnNext) {
    parts.push(closing.cheques.slice(from, from + chequesOnNext))
  }
  return parts.map((cheques, index) => ({ closing, cheques, number: index + 1, of: parts.length }))
}

interface SlipPageViewProps {
  readonly page: SlipPage
  readonly school: string
  readonly campus: string
}

const SlipPageView = ({ page, school, campus }: SlipPageViewProps) => {
  const { closing, number, of, cheques } = page
  return (
    <article
      className="closing-slip"
      aria-label={`Closing slip ${closing.closingNo}, page ${number} of ${of}`}
    >
      <header>
        <div>
          <h2 dir="auto">{school}</h2>
          <p>
            <bdi>{campus}</bdi>
          </p>
        </div>
        <div>
          <h3>Closing slip No. {closing.closingNo}</h3>
          <p>
            Page {number} of {of}
          </p>
        </div>
      </header>
      {number === 1 && <Figures closing={closing} />}
      {cheques.length > 0 && <Cheques cheques={cheques} />}
      {number === of && (
        <footer>
          <span>
            Cashier: <bdi>{closing.cashierName}</bdi>
          </span>
          <span>
            Accepted by{closing.acceptedByName !== null && ': '}
            <bdi>{closing.acceptedByName}</bdi>
          </span>
        </footer>
      )}
    </article>
  )
}

const Figures = ({ closing }: { readonly closing: ClosingSlip }) => (
  <>
    <p>
      Cashier <bdi>{closing.cashierName}</bdi> · closed {formatInstant(closing.closedAt)} ·{' '}
      {rangeWords(closing)}
    </p>
    <div className="closing-slip-parts">
      <table aria-label="Cash">
        <tbody>
          <Line label="Float brought forward" of={closing.floatBefore} />
          <Line label="Cash received" of={closing.cashReceived} />
          {closing.cashRefunded !== 0 && <Line label="Paid back in cash" of={closing.cashRefunded} />}
          <Line label="Expected" of={closing.expected} />
          {closing.firstCounted !== null && <Line label="First count" of={closing.firstCounted} />}
          <Line label="Counted" of={closing.counted} isSum />
          <tr>
            <th scope="row">Difference</th>
            <td>{differenceWords(closing.difference)}</td>
          </tr>
          <Line label="Float kept" of={closing.floatKept} />
          <Line label="To the safe" of={closing.toSafe} isSum />
        </tbody>
      </table>
      {closing.pieces && <Pieces pieces={closing.pieces} />}
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
  </>
)

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

interface LineProps {
  readonly label: string
  readonly of: Money
  readonly isSum?: boolean
}

const Line = ({ label, of, isSum = false }: LineProps) => (
  <tr data-sum={isSum || undefined}>
    <th scope="row">{label}</th>
    <td>{formatRupees(of)}</td>
  </tr>
)

const Pieces = ({ pieces }: { readonly pieces: NonNullable<ClosingSlip['pieces']> }) => (
  <table aria-label="Notes and coins">
    <tbody>
      {pieces.map((line) => (
        <tr key={line.value}>
          <th scope="row">{line.value}</th>
          <td>× {line.pieces}</td>
          <td>{formatRupees(amountOfPieces(line))}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Cell = ({ children }: { readonly children: ReactNode }) => <td>{children}</td>

const Cheques = ({ cheques }: { readonly cheques: ClosingSlip['cheques'] }) => (
  <table className="closing-slip-cheques" aria-label="Cheques">
    <thead>
      <tr>
        {['Cheque', 'Dated', 'Receipt', 'Student', 'Amount'].map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {cheques.map(({ receiptNo, rollNo, studentName, reference, chequeDate, amount }) => (
        <tr key={receiptNo}>
          <Cell>
            <bdi>{reference}</bdi>
          </Cell>
          <Cell>{chequeDate === null ? '' : formatDate(chequeDate)}</Cell>
          <Cell>{receiptNo}</Cell>
          <Cell>
            <bdi>{studentName}</bdi>, {rollNo}
          </Cell>
          <Cell>{formatRupees(amount)}</Cell>
        </tr>
      ))}
    </tbody>
  </table>
)
