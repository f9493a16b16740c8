import { useCallback } from 'react'
import type { ReceiptSlip } from '#contract/slips.ts'
import { formatDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import type { ReceivedTotals } from '#domain/received.ts'
import { useStaff } from '#web/api/session.ts'
import { PrintPage } from '#web/ui/print-page.tsx'
import { PrintedReceipt, type PrintedBy } from './printed-receipt.tsx'
import { cancels, type DayPage, type DayTotals, type PrintedPage } from './slip-pages.ts'
import type { Printed } from './use-slip-print.ts'
import './day-sheet.css'

interface DaySheetProps {
  readonly page: DayPage
  /** The heading, such as `Receipts of November 21, 2026, whole campus`. */
  readonly heading: string
  readonly by: PrintedBy
}

/** A page of the day's receipts; the last page ends with totals and signatures. */
const DaySheet = ({ page, heading, by }: DaySheetProps) => (
  <article className="day-sheet" aria-label={`Day sheet, page ${page.number} of ${page.of}`}>
    <header>
      <div>
        <h2 dir="auto">{by.name}</h2>
        <p>
          Tax No. {by.taxNumber} · <bdi>{by.campus}</bdi>
        </p>
      </div>
      <div>
        <h3>{heading}</h3>
        <p>
          Page {page.number} of {page.of}
        </p>
      </div>
    </header>
    {page.rows.length > 0 && <Receipts rows={page.rows} />}
    {page.otherDays.length > 0 && (
      <section aria-label="Entered on this day for other days">
        <h4>Entered on this day for other days</h4>
        <Receipts rows={page.otherDays} areForOtherDays />
      </section>
    )}
    {page.totals && <Totals totals={page.totals} />}
  </article>
)

interface ReceiptsProps {
  readonly rows: readonly ReceiptSlip[]
  /** True if the list shows each receipt's day in place of its voucher. */
  readonly areForOtherDays?: boolean
}

const Receipts = ({ rows, areForOtherDays = false }: ReceiptsProps) => (
  <table className="day-list">
    <thead>
      <tr>
        <th scope="col">No.</th>
        <th scope="col">Student</th>
        <th scope="col">Roll No.</th>
        <th scope="col">{areForOtherDays ? 'Dated' : 'Voucher No.'}</th>
        <th scope="col">Received by</th>
        <th scope="col" data-figures>
          Amount
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((slip) => (
        <tr key={slip.receiptNo}>
          <td>{slip.receiptNo}</td>
          <td>
            {cancels(slip)}
            <bdi>{slip.studentName}</bdi>
            {slip.method !== 'cash' && ` · ${methodAndReference(slip)}`}
          </td>
          <td>{slip.rollNo}</td>
          <td>{areForOtherDays ? formatDate(slip.receivedDate) : slip.voucherNo}</td>
          <td>
            <bdi>{slip.receivedByName}</bdi>
          </td>
          <td data-figures>{formatRupees(slip.amount)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Totals = ({
  totals: { all, receivers, methods, otherDays, refunds },
}: {
  readonly totals: DayTotals
}) => (
  <>
    <SumsBy heading="Received by" label="Totals" lines={receivers} all={all} />
    {methods.length > 0 && <SumsBy heading="Method" label="Totals by method" lines={methods} all={all} />}
    {otherDays && (
      <p>
        Entered for other days, not in the totals: {count(otherDays.receipts, 'receipt')} of{' '}
        {formatRupees(otherDays.received)}, {count(otherDays.reversals, 'reversal')} of{' '}
        {formatRupees(otherDays.reversed)}, together {formatRupees(otherDays.net)}.
      </p>
    )}
    {refunds !== '' && <p>Paid back from advances, not in the totals: {refunds}.</p>}
    <footer>
      <span>Cashier</span>
      <span>Checked by</span>
    </footer>
  </>
)

interface SumsByProps {
  readonly heading: string
  readonly label: string
  readonly lines: DayTotals['receivers']
  readonly all: ReceivedTotals
}

const SumsBy = ({ heading, label, lines, all }: SumsByProps) => (
  <table className="day-totals" aria-label={label}>
    <thead>
      <tr>
        <th scope="col">{heading}</th>
        {['Receipts', 'Received', 'Reversals', 'Cancelled', 'Total'].map((column) => (
          <th key={column} scope="col" data-figures>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Sums key={line.group} group={line.group} totals={line} />
      ))}
    </tbody>
    <tfoot>
      <Sums group="All" totals={all} />
    </tfoot>
  </table>
)

const Sums = ({ group, totals }: { readonly group: string; readonly totals: ReceivedTotals }) => (
  <tr>
    <th scope="row">
      <bdi>{group}</bdi>
    </th>
    <td data-figures>{totals.receipts}</td>
    <td data-figures>{formatRupees(totals.received)}</td>
    <td data-figures>{totals.reversals}</td>
    <td data-figures>{formatRupees(totals.reversed)}</td>
    <td data-figures>{formatRupees(totals.net)}</td>
  </tr>
)

interface Props {
  readonly printed: Printed
  /** Called after printing, or when the view is left. */
  readonly onDone: () => void
}

const keyOf = ({ key }: PrintedPage): string => key

export function SlipPrintView({ printed, onDone }: Props) {
  const { school, campus } = useStaff()
  const { label, heading, paper, pages, isDuplicate } = printed
  const drawPage = useCallback(
    (page: PrintedPage) => {
      const by = { ...school, campus }
      return page.kind === 'day' ? (
        <DaySheet page={page} heading={heading} by={by} />
      ) : (
        page.slips.map((slip) => (
          <PrintedReceipt key={slip.receiptNo} slip={slip} by={by} isDuplicate={isDuplicate} />
        ))
      )
    },
    [school, campus, heading, isDuplicate],
  )
  return (
    <PrintPage label={label} items={pages} paper={paper} keyOf={keyOf} drawPage={drawPage} onDone={onDone} />
  )
}
