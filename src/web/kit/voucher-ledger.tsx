import { opposite, type Money } from '#domain/money.ts'
import {
  listCharges,
  netBalance,
  receiptNetReceivable,
  unlistedCharges,
  type Account,
} from '#domain/voucher-amounts.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'

export interface LedgerLine {
  readonly label: string
  readonly amount: Money
  /** True for sums, which are emphasised; `advance` marks a line that may be negative. */
  readonly isSum?: true
  readonly advance?: true
}

function linesOf(account: Account): readonly LedgerLine[] {
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

interface VoucherLedgerProps {
  readonly account: Account
  /** True if charges of 0 are listed too. */
  readonly all: boolean
}

/** Charges, arrears and receipts down to the balance, as receipt screens sum them (spec 5.amounts.receipt-screen). */
export const VoucherLedger = ({ account, all }: VoucherLedgerProps) => (
  <LedgerLines lines={linesOf(account).filter(({ amount, isSum }) => all || isSum || amount !== 0)} />
)

/** Amounts, one per line; a rule sets sums apart. */
export function LedgerLines({ lines }: { readonly lines: readonly LedgerLine[] }) {
  return (
    <Table aria-label="Charges" verticalSpacing={1} horizontalSpacing={0} withRowBorders={false}>
      <Table.Tbody>
        {lines.map(({ label, amount, isSum = false, advance = false }) => (
          <Table.Tr
            key={label}
            fw={isSum ? 600 : 400}
            style={isSum ? { borderTop: '1px solid var(--mantine-color-default-border)' } : undefined}
          >
            <Table.Th scope="row" fw="inherit">
              {label}
            </Table.Th>
            <Table.Td ta="end" {...(amount === 0 && !isSum && { c: 'dimmed' })}>
              <Rupees of={amount} advance={advance} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
