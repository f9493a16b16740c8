import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { studentVoucherPreview } from '#contract/voucher-run.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatMonth, formatPeriod } from '#domain/calendar.ts'
import { headsIn, headsNotIn, labelIn, type FeeHead } from '#domain/fee-heads.ts'
import { formatRupees, nothing, opposite, type Money } from '#domain/money.ts'
import { netBalance, netReceivable, signedCharge, type Account } from '#domain/voucher-amounts.ts'
import type { CallFailed, Reply } from '#web/api/call.ts'
import { MonthsToPost } from '#web/kit/months-to-post.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
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
const paymentLines: readonly LedgerLine[] = [
  { label: 'Received', amountOf: ({ received }) => opposite(received) },
  { label: 'Adjusted', amountOf: ({ adjusted }) => adjusted, hidesIfZero: true },
  { label: 'Balance', amountOf: netBalance, isSum: true, advance: true },
]

interface LedgerProps {
  readonly label: string
  readonly lines: readonly LedgerLine[]
  /** Vouchers side by side, each under its heading; a single voucher has no heading. */
  readonly columns: readonly { readonly heading?: string; readonly account: Account }[]
}

export function Ledger({ label, lines, columns }: LedgerProps) {
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
          <Table.Tr
            key={line.label}
            fw={line.isSum ? 600 : 400}
            {...(line.isSum && { style: { borderTop: '1px solid var(--mantine-color-default-border)' } })}
          >
            <Table.Th scope="row" fw="inherit" style={{ overflowWrap: 'normal' }}>
              {line.label}
            </Table.Th>
            {columns.map(({ heading = '', account }) => (
              <Table.Td
                key={heading}
                ta="end"
                ps="sm"
                {...(line.amountOf(account) === 0 && !line.isSum && { c: 'dimmed' })}
              >
                <Rupees of={line.amountOf(account)} advance={line.advance} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The content of the voucher, or the reason that it is unknown. */
export function NewVoucher({ found }: { readonly found: UseQueryResult<StudentPreview, CallFailed> }) {
  const { data: preview, error, isFetching, refetch } = found
  if (error) return <Failed failure={error} retry={() => void refetch()} />
  if (!preview && isFetching) return <Loading label="Preparing the voucher…" />
  if (!preview) return <Text c="dimmed">Enter the first day of the fee period to see the voucher.</Text>
  const { replaces, takenOverBy } = preview
  const month = formatMonth(preview)
  const account = toAccount(preview)
  if (takenOverBy) {
    return (
      <div role="status">
        <Title order={2}>No voucher can be generated for {month}</Title>
        <Text mt="xs">
          {replaces ? `Voucher ${replaces.voucherNo}` : "The month's voucher"} is included in {takenOverBy}{' '}
          and cannot be replaced. Choose another month.
        </Text>
      </div>
    )
  }
  return (
    <>
      <div role="status">
        <Title order={2}>
          Voucher {preview.voucherNo} for {month}
        </Title>
        {replaces && (
          <Text c="var(--portal-to-do)" fw={600}>
            {month} already has voucher {replaces.voucherNo}. The new voucher will replace it.
          </Text>
        )}
      </div>
      <Ledger label="What the voucher charges" lines={chargeLines(preview.carries)} columns={[{ account }]} />
      {netReceivable(account) <= 0 && (
        <Text c="dimmed" mt="xs">
          Nothing to pay: the voucher will be marked paid.
        </Text>
      )}
      <MonthsToPost />
    </>
  )
}

interface ReplaceQuestionProps {
  /** The voucher of the month that would be replaced. */
  readonly voucher: VoucherReply
  readonly preview: StudentPreview
  readonly ready: boolean
  readonly sending: boolean
  readonly keep: () => void
  readonly replace: () => void
}

/** The yellow confirmation of spec 8.generation.exists: the replaced voucher next to its replacement. */
export function ReplaceQuestion(props: ReplaceQuestionProps) {
  const { voucher, preview, ready, sending, keep, replace } = props
  return (
    <Alert
      role="alertdialog"
      variant="default"
      icon={<IconAlertTriangle aria-hidden />}
      title="Voucher for this student has already been generated with the campus."
      styles={{
        root: { background: 'var(--portal-to-do-ground)', borderColor: 'var(--portal-to-do-line)' },
        title: { color: 'var(--portal-to-do)' },
        icon: { color: 'var(--portal-to-do)' },
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !sending) keep()
      }}
    >
      <Stack gap="sm">
        <Text>
          Voucher {voucher.voucherNo} of {voucher.studentName} ({formatPeriod(voucher.feePeriod)},{' '}
          {voucher.posted ? 'posted' : 'not posted yet'}) would be replaced by {preview.voucherNo}
          {voucher.posted && ', which is posted too'}.
          {voucher.received > 0 &&
            ` The Rs ${formatRupees(voucher.received)} received on it will be applied to the new one.`}
        </Text>
        <div style={{ maxWidth: 560 }}>
          <Ledger
            label="Before and after"
            lines={[...chargeLines(), ...paymentLines]}
            columns={[
              { heading: `Now: ${voucher.voucherNo}`, account: voucher },
              { heading: `New: ${preview.voucherNo}`, account: toAccount(preview) },
            ]}
          />
        </div>
        <Text fw={600}>Are you sure you want to generate a new voucher for this student?</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" autoFocus disabled={sending} onClick={keep}>
            Cancel
          </Button>
          <Button disabled={!ready} loading={sending} onClick={replace}>
            Yes, generate new voucher
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
