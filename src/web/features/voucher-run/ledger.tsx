import { headsIn, headsNotIn, labelIn, type FeeHead } from '#domain/fee-heads.ts'
import { nothing, opposite, type Money } from '#domain/money.ts'
import { netBalance, netReceivable, signedCharge, type Account } from '#domain/voucher-amounts.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'
import type { StudentPreview } from './use-student-run.ts'

/** The voucher of a preview in the form of the rules: nothing received. */
export const accountOf = (preview: StudentPreview): Account => ({
  ...preview,
  received: nothing,
  adjusted: nothing,
})

interface LedgerLine {
  readonly label: string
  readonly of: (account: Account) => Money
  /** Emphasises sums; an amount that may be negative says `advance`. */
  readonly isSum?: true
  readonly advance?: true
  /** Left out if it is 0 in every column. */
  readonly isRare?: true
}

const headLine = (head: FeeHead): LedgerLine => ({
  label: labelIn('ledger', head),
  of: (account) => signedCharge(head, account),
})

/** The lines down to the amount to be paid (spec 5.amounts). */
export const chargeLines = (arrears = 'Arrears'): readonly LedgerLine[] => [
  ...headsIn('ledger').map(headLine),
  ...headsNotIn('ledger').map((head) => ({ ...headLine(head), isRare: true as const })),
  { label: arrears, of: (account) => account.arrears, advance: true },
  { label: 'Net Receivable', of: netReceivable, isSum: true, advance: true },
]

/** The amounts received on a voucher, and the rest. */
export const paidLines: readonly LedgerLine[] = [
  { label: 'Received', of: ({ received }) => opposite(received) },
  { label: 'Adjusted', of: ({ adjusted }) => adjusted, isRare: true },
  { label: 'Balance', of: netBalance, isSum: true, advance: true },
]

interface Props {
  readonly label: string
  readonly lines: readonly LedgerLine[]
  /** Vouchers side by side, each under its heading; a single one needs none. */
  readonly columns: readonly { readonly heading?: string; readonly account: Account }[]
}

export function Ledger({ label, lines, columns }: Props) {
  const shown = lines.filter(({ of, isRare }) => !isRare || columns.some(({ account }) => of(account) !== 0))
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
              <Amount key={heading} line={line} of={line.of(account)} />
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const ruled = { borderTop: '1px solid var(--mantine-color-default-border)' }

const Amount = ({ line, of }: { readonly line: LedgerLine; readonly of: Money }) => (
  <Table.Td ta="end" ps="sm" {...(of === 0 && !line.isSum && { c: 'dimmed' })}>
    <Rupees of={of} advance={line.advance} />
  </Table.Td>
)
