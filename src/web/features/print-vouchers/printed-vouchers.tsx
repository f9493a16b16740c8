import { formatPrintedDate, validityDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, opposite, type Money } from '#domain/money.ts'
import { listCharges, netBalance, printedTotal, unlistedCharges } from '#domain/voucher-amounts.ts'
import type { VoucherRow } from '#reports/voucher-list.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { Facts, textSize, type Fact } from '#web/kit/papers/paper.tsx'
import { BarCode, barsOf } from '#web/ui/bar-code.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'
import './printed-vouchers.css'

/** The copies of a voucher, side by side on one page (spec 9.constants.copies). */
const copies = ['Parent', 'School', 'Bank'] as const

/** The printed fields of a voucher; a paid one is stamped PAID. */
export type PrintableVoucher = Omit<
  VoucherRow,
  | 'carriedTo'
  | 'chainNo'
  | 'dueSince'
  | 'fatherHomePhone'
  | 'left'
  | 'monthsOwed'
  | 'notDue'
  | 'notPosted'
  | 'overdue'
  | 'owedLater'
  | 'posted'
>

/** A page with a voucher in three equal copies (spec 2.print). */
function PrintedVoucher({ voucher }: { readonly voucher: PrintableVoucher }) {
  const { school, campus } = useStaff()
  const content = voucherContent(voucher)
  return (
    <article className="voucher" aria-label={`Voucher ${voucher.voucherNo}`}>
      {copies.map((copy) => (
        <section key={copy} className="paper voucher-copy" aria-label={`${copy} copy`}>
          <header>
            <p className="voucher-for">{copy} copy</p>
            {voucher.paid && <p className="voucher-paid">PAID</p>}
            <h2 dir="auto" data-long={textSize(school.name)}>
              {school.name}
            </h2>
            <p>Tax No. {school.taxNumber}</p>
            <p dir="auto">{campus}</p>
          </header>
          <BarCode text={voucher.voucherNo} bars={content.bars} room={91} height={11} />
          <h3>Student information</h3>
          <Facts of={content.student} />
          <h3>Challan information</h3>
          <Facts of={content.challan} />
          <h3>Charges in rupees</h3>
          <Facts of={content.charges} figures />
          <Facts of={content.payable} figures total />
          {content.leftToPay.length > 0 && <Facts of={content.leftToPay} figures />}
          {content.remarks.map((remark) => (
            <p key={remark} style={{ fontSize: '7.5pt', lineHeight: 1.25 }}>
              {remark}
            </p>
          ))}
          <footer>
            <span>Stamp</span>
            <span>Signature</span>
          </footer>
        </section>
      ))}
    </article>
  )
}

const factOf = ({ label, amount }: { readonly label: string; readonly amount: Money }): Fact => [
  label,
  formatRupees(amount),
]

/** The content of all copies, computed once. */
function voucherContent(voucher: PrintableVoucher) {
  const total = balanceText(printedTotal(voucher))
  return {
    bars: barsOf(voucher.voucherNo),
    student: [
      ['Name', voucher.studentName],
      ["Father's Name", voucher.fatherName],
      ['Roll No.', String(voucher.rollNo)],
      ['Class', voucher.studentClass],
      ['Section', voucher.section],
    ],
    challan: [
      ['Voucher No.', voucher.voucherNo],
      ['Fee Period', `${formatPrintedDate(voucher.periodFrom)} to ${formatPrintedDate(voucher.periodTo)}`],
      ['Issue Date', formatPrintedDate(voucher.issueDate)],
      ['Due Date', formatPrintedDate(voucher.dueDate)],
      ['Validity Date', formatPrintedDate(validityDate(voucher.dueDate))],
    ],
    charges: [
      ...listCharges('printedVoucher', voucher).map(factOf),
      ['Arrears', balanceText(voucher.arrears)],
    ],
    payable: [
      ['Payable by the due date', total],
      ['Payable after the due date', total],
    ],
    leftToPay: leftToPay(voucher),
    remarks: remarksOn(voucher),
  } satisfies Record<string, unknown> &
    Record<'student' | 'challan' | 'charges' | 'payable' | 'leftToPay', readonly Fact[]>
}

/**
 * The steps from the total to the amount left to pay, if they differ: a voucher received in part or adjusted may be
 * printed again. The total excludes the fine (spec 5.amounts.printed).
 */
function leftToPay(voucher: PrintableVoucher): readonly Fact[] {
  const { paid, received, adjusted } = voucher
  if (paid) return []
  const rows = [
    ...unlistedCharges('printedVoucher', voucher),
    { label: 'Adjusted', amount: adjusted },
    { label: 'Received so far', amount: opposite(received) },
  ].filter(({ amount }) => amount !== 0)
  if (rows.length === 0) return []
  return [...rows.map(factOf), ['Left to pay', formatRupees(netBalance(voucher))]]
}

/** The facts that the ledger alone does not show. */
function remarksOn(voucher: PrintableVoucher): readonly string[] {
  const { arrears, received, adjusted } = voucher
  const remarks: string[] = []
  if (arrears > 0)
    remarks.push(`The total includes Rs ${formatRupees(arrears)} left unpaid before this voucher.`)
  if (arrears < 0)
    remarks.push(`Rs ${formatRupees(opposite(arrears))} paid in advance is deducted from the total.`)
  if (voucher.paid && received > 0) remarks.push(`Rs ${formatRupees(received)} was received.`)
  if (voucher.paid && adjusted !== 0) remarks.push(`Rs ${formatRupees(adjusted)} was adjusted.`)
  return remarks
}

interface PrintedVouchersProps {
  readonly vouchers: readonly PrintableVoucher[]
  readonly onDone: () => void
}

// Each stays the same function, so that drawn pages are not drawn again.
const numberOf = ({ voucherNo }: PrintableVoucher): string => voucherNo
const drawPage = (voucher: PrintableVoucher) => <PrintedVoucher voucher={voucher} />

export const PrintedVouchers = ({ vouchers, onDone }: PrintedVouchersProps) => (
  <PrintPage
    label={count(vouchers.length, 'voucher')}
    items={vouchers}
    keyOf={numberOf}
    drawPage={drawPage}
    onDone={onDone}
  />
)
