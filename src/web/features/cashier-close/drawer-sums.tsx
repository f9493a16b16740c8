import { Box, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Cheque, findDrawer } from '#contract/cashier-close.ts'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { differenceWords } from '#domain/cashier-close.ts'
import { count } from '#domain/count.ts'
import { formatRupees, less, type Money } from '#domain/money.ts'
import { methodWords } from '#domain/payment-method.ts'
import type { Reply } from '#web/api/call.ts'
import { Figure } from '#web/kit/figures.tsx'
import type { SendForm } from '#web/kit/form/use-send-form.ts'
import { column, rupeesColumn } from '#web/kit/table/cells.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

export type Drawer = Reply<typeof findDrawer>

interface DrawerSumsProps {
  readonly drawer: Drawer
  readonly form: Pick<SendForm<{ readonly floatKept: string; readonly remark: string }>, 'field'> & {
    readonly sending: boolean
  }
  readonly isCounted: boolean
  /** Null if nothing was typed or a number is unreadable. */
  readonly counted: Money | null
  readonly toSafe: Money | null
}

/** The cash that must be in the drawer, the counted cash, their difference, and the button that closes the drawer. */
export function DrawerSums({ drawer, form, isCounted, counted, toSafe }: DrawerSumsProps) {
  const { firstCount, expected, cheques } = drawer
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {firstCount && (
          <Attention
            role="status"
            title={`Count again: the first count of Rs ${formatRupees(firstCount.counted)} is ${differenceWords(firstCount.difference)}`}
            words="This count closes the drawer. A difference that stays needs a remark."
          />
        )}
        <CashFigures drawer={drawer} counted={counted} />
        <div className="drawer-close">
          <Difference counted={counted} expected={expected} />
          <AmountField label="Float to keep" {...form.field('floatKept')} />
          {firstCount && (
            <TextInput
              className="drawer-remark"
              label="Remark on the difference"
              maxLength={500}
              {...form.field('remark')}
            />
          )}
          <Box component="dl" m={0}>
            <Figure name="To the safe">{amountOrDash(toSafe)}</Figure>
          </Box>
          <Button
            type="submit"
            h={40}
            mt={20}
            loading={form.sending}
            disabled={!isCounted}
            aria-describedby="count-first"
          >
            Close drawer
          </Button>
          <Text id="count-first" className="drawer-hint" size="xs" c="dimmed" mih={16} ta="end">
            {isCounted ? '' : 'Count the cash first'}
          </Text>
        </div>
        <Text size="xs" c="dimmed">
          {sinceWords(drawer)}
        </Text>
        {cheques.length > 0 && (
          <RecordTable
            label="Cheques"
            columns={chequeColumns}
            rows={cheques}
            rowKey={({ receiptNo }) => receiptNo}
          />
        )}
      </Stack>
    </Paper>
  )
}

const CashFigures = ({ drawer, counted }: Pick<DrawerSumsProps, 'drawer' | 'counted'>) => (
  <Group component="dl" gap="8px 36px" m={0}>
    {drawer.cash === null ? (
      <Figure name="Received">{count(drawer.receipts, 'receipt')}</Figure>
    ) : (
      <Figure name={`Cash received, ${receiptWords(drawer)}`}>{amountOrDash(drawer.cash)}</Figure>
    )}
    <Figure name="Float from before">{amountOrDash(drawer.floatBefore)}</Figure>
    {drawer.expected !== null && (
      <Figure name="Must be in the drawer">{amountOrDash(drawer.expected)}</Figure>
    )}
    <Figure name="Counted">{amountOrDash(counted)}</Figure>
  </Group>
)

const amountOrDash = (amount: Money | null): ReactNode => (amount === null ? '–' : <Rupees of={amount} />)

/** The expected sum is null before a blind count. */
function Difference({ counted, expected }: Pick<DrawerSumsProps, 'counted'> & Pick<Drawer, 'expected'>) {
  const difference = counted === null || expected === null ? null : less(counted, expected)
  const [kind, words] = difference === null ? [] : differenceState(difference)
  const color = kind === 'overdue' ? 'var(--portal-overdue)' : 'var(--portal-paid)'
  return (
    <div className="drawer-difference" role="status" aria-label="Difference">
      <Text c="dimmed">Difference</Text>
      {expected === null ? (
        <Text>Shown after the first count</Text>
      ) : (
        <Group gap="xs">
          <Text component="strong" className="figures" c={color} fz={34} fw={600} lts="-0.5px" lh="40px">
            {amountOrDash(difference)}
          </Text>
          {kind && <StatusChip kind={kind}>{words}</StatusChip>}
        </Group>
      )}
    </div>
  )
}

function differenceState(difference: Money) {
  if (difference === 0) return ['paid', 'Agrees'] as const
  return difference < 0 ? (['overdue', 'Short'] as const) : (['to-do', 'Over'] as const)
}

/** `16 receipts, 1 reversal`: cash only. */
function receiptWords({ receipts, reversals, refunds, others }: Drawer): string {
  const inCash = receipts - others.reduce((all, other) => all + other.receipts, 0)
  return [
    count(inCash, 'receipt'),
    ...(reversals > 0 ? [count(reversals, 'reversal')] : []),
    ...(refunds > 0 ? [count(refunds, 'refund')] : []),
  ].join(', ')
}

function sinceWords({ lastClosing, afterReceipt, upToReceipt, others }: Drawer): string {
  const from = lastClosing
    ? `Since closing ${lastClosing.closingNo}, ${formatInstant(lastClosing.closedAt)}.`
    : 'Your drawer was never closed.'
  const range =
    upToReceipt > afterReceipt
      ? ` Your receipts among no. ${afterReceipt + 1} to ${upToReceipt} of the campus.`
      : ''
  const inOtherWays = others.map(
    ({ method, receipts, net }) => `${methodWords[method].label} ${receipts}: ${formatRupees(net)}`,
  )
  return `${from}${range}${inOtherWays.length > 0 ? ` Not in cash: ${inOtherWays.join(' · ')}.` : ''}`
}

const chequeColumns: readonly RecordColumn<Cheque>[] = [
  column('Cheque', { card: 'title', wraps: true }, ({ reference, chequeDate }) => (
    <>
      <bdi>{reference}</bdi>
      {chequeDate !== null && `, dated ${formatDate(chequeDate)}`}
    </>
  )),
  column('Receipt', {}, ({ receiptNo }) => receiptNo),
  rupeesColumn('amount', 'Amount', ({ amount }) => amount, { card: 'figure' }),
]
