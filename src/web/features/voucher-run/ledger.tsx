import type { studentVoucherPreview } from '#contract/voucher-run.ts'
import { headsIn, headsNotIn, labelIn, type FeeHead } from '#domain/fee-heads.ts'
import { nothing, opposite, type Money } from '#domain/money.ts'
import { netBalance, netReceivable, signedCharge, type Account } from '#domain/voucher-amounts.ts'
import type { Reply } from '#web/api/call.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'

export type StudentPreview = Reply<typeof studentVoucherPreview>

/** Converts a preview to the account that the domain rules take; nothing has been received on it yet. */
export const toAccount = (preview: StudentPreview): Account => ({
  ...preview,
  received: nothing,
  adjusted: nothing,
})

interface LedgerLine {
  readonly label: string
  readonly amountOf: (account: Account) => Money
  /** True for a sum, which is emphasised. */
  readonly isSum?: true
  /** Labels a negative amount as an advance. */
  readonly advance?: true
  /** Hidden if the amount is 0 in every column. */
  readonly hidesIfZero?: true
}

const headLine = (head: FeeHead): LedgerLine => ({
  label: labelIn('ledger', head),
  amountOf: (account) => signedCharge(head, account),
})

/** The lines down to the amount to be paid (spec 5.amounts), which names the voucher whose arrears it carries. */
export const chargeLines = (carries: string | null = null): readonly LedgerLine[] => [
  ...headsIn('ledger').map(headLine),
  ...headsNotIn('ledger').map((head) => ({ ...headLine(head), hidesIfZero: true as const })),
  {
    label: carries === null ? 'Arrears' : `Arrears of ${carries}`,
    amountOf: (account) => account.arrears,
    advance: true,
  },
  { label: 'Net Receivable', amountOf: netReceivable, isSum: true, advance: true },
]

/** The lines for the amounts received and the remaining balance. */
export const paymentLines: readonly LedgerLine[] = [
  { label: 'Received', amountOf: ({ received }) => opposite(received) },
  { label: 'Adjusted', amountOf: ({ adjusted }) => adjusted, hidesIfZero: true },
  { label: 'Balance', amountOf: netBalance, isSum: true, advance: true },
]

interface Props {
  readonly label: string
  readonly lines: readonly LedgerLine[]
  /** Vouchers side by side, each under its heading; a single voucher has no heading. */
  readonly columns: readonly { readonly heading?: string; readonly account: Account }[]
}

export function Ledger({ label, lines, columns }: Props) {
  const shown = lines.filter(
    ({ amountOf, hidesIfZero }) => !hidesIfZero || columns.some(({ account }) => amountOf(account) !== 0),
  )
  return (
    <Table aria-label={label} verticalSpacing={1} horizontalSpacing={0} withRowBorders={false}>
      {columns.length > 1 && (
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {columns.map(({ heading }) => (
              <Table.Th key={heading} ta="end" ps="sm">
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
      )}
      <Table.Tbody>
        {shown.map((line) => (
          <Table.Tr key={line.label} fw={line.isSum ? 600 : 400} {...(line.isSum && { style: ruled })}>
            <Table.Th scope="row" fw="inherit" style={{ overflowWrap: 'normal' }}>
              {line.label}
            </Table.Th>
            {columns.map(({ heading = '', account }) => (
              <Amount key={heading} line={line} amount={line.amountOf(account)} />
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const ruled = { borderTop: '1px solid var(--mantine-color-default-border)' }

const Amount = ({ line, amount }: { readonly line: LedgerLine; readonly amount: Money }) => (
  <Table.Td ta="end" ps="sm" {...(amount === 0 && !line.isSum && { c: 'dimmed' })}>
    <Rupees of={amount} advance={line.advance} />
  </Table.Td>
)
