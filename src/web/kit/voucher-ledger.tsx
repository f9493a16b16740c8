import type { ReactNode } from 'react'
import { opposite, type Money } from '#domain/money.ts'
import {
  listCharges,
  netBalance,
  receiptNetReceivable,
  unlistedCharges,
  type Account,
} from '#domain/voucher-amounts.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import './voucher-ledger.css'

export interface LedgerLine {
  readonly label: string
  readonly amount: Money
  /** True for sums, which are emphasised; `advance` marks a line that may be negative. */
  readonly isSum?: true
  readonly advance?: true
}

/** Charges, arrears and receipts down to the balance, as receipt screens sum them (spec 5.amounts.receipt-screen). */
export function ledgerOf(account: Account): readonly LedgerLine[] {
  return [
    ...listCharges('ledger', account),
    { label: 'Arrears', amount: account.arrears, advance: true },
    { label: 'Net Receivable', amount: receiptNetReceivable(account), isSum: true, advance: true },
    // Receipt screens exclude a fine from the net receivable (spec 5.amounts.receipt-screen), so it has its own line.
    ...unlistedCharges('ledger', account),
    ...paymentLines(account),
  ]
}

export const paymentLines = (account: Account): readonly LedgerLine[] => [
  { label: 'Received so far', amount: opposite(account.received) },
  ...(account.adjusted === 0 ? [] : [{ label: 'Adjusted', amount: account.adjusted }]),
  { label: 'Balance', amount: netBalance(account), isSum: true, advance: true },
]

interface LedgerLinesProps {
  readonly lines: readonly LedgerLine[]
  /** Rows above the lines, with three columns. */
  readonly children?: ReactNode
}

/** Amounts, one per line; a rule sets sums apart. */
export function LedgerLines({ lines, children }: LedgerLinesProps) {
  return (
    <table className="voucher-ledger" aria-label="Charges">
      {children && <tbody>{children}</tbody>}
      <tbody>
        {lines.map(({ label, amount, isSum, advance = false }) => (
          <tr key={label} data-sum={isSum}>
            <th scope="row" colSpan={children ? 2 : 1}>
              {label}
            </th>
            <td data-nothing={(amount === 0 && !isSum) || undefined}>
              <Rupees of={amount} advance={advance} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
