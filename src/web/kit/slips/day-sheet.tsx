import type { ReceiptSlip, receiptSlipsOfDay } from '#contract/counter.ts'
import { formatDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { methodAndReference, methodWords } from '#domain/payment-method.ts'
import { receivedBy, receivedByMethod, receivedTotals, type ReceivedTotals } from '#domain/received.ts'
import type { Reply } from '#web/api/call.ts'
import { Paper, PaperTable, Signatures, type PaperColumn } from '#web/kit/papers/paper.tsx'

type SumLine = ReceivedTotals & { readonly group: string }

/** Returns the receiver's name; user ids distinguish receivers with the same name. */
function receiverNames(slips: readonly ReceiptSlip[]): (slip: ReceiptSlip) => string {
  const userIds = new Map<string, Set<string>>()
  for (const { receivedBy: userId, receivedByName: name } of slips)
    userIds.set(name, (userIds.get(name) ?? new Set()).add(userId))
  return ({ receivedBy: userId, receivedByName: name }) =>
    (userIds.get(name)?.size ?? 0) > 1 ? `${name} (${userId})` : name
}

export function dayTotals(slips: readonly ReceiptSlip[]) {
  const nameOf = receiverNames(slips)
  const receivers: readonly SumLine[] = receivedBy(slips, nameOf)
  return {
    all: { group: 'All', ...receivedTotals(slips) } satisfies SumLine,
    receivers,
    groups: receivers.map(({ group }) => ({
      heading: `Received by ${group}`,
      rows: slips.filter((slip) => nameOf(slip) === group),
    })),
    methods: slips.every(({ method }) => method === 'cash')
      ? []
      : receivedByMethod(slips).map((line): SumLine => ({ ...line, group: methodWords[line.group].label })),
  }
}

interface DaySheetProps {
  readonly day: Reply<typeof receiptSlipsOfDay>
  /** The heading, such as `Receipts of November 21, 2026, whole campus`. */
  readonly heading: string
}

const forOtherDays = 'Entered on this day for other days'

export function DaySheet({
  day: { receipts, enteredForOtherDays: others, refunds },
  heading,
}: DaySheetProps) {
  const { all, receivers, groups, methods } = dayTotals(receipts)
  const otherGroups = dayTotals(others).groups
  return (
    <Paper label="Day sheet" title={heading}>
      {receipts.length > 0 && (
        <PaperTable label="Receipts" columns={receiptColumns} groups={groups} keyOf={numberOf} />
      )}
      {others.length > 0 && (
        <section aria-label={forOtherDays}>
          <h4>{forOtherDays}</h4>
          <PaperTable label={forOtherDays} columns={otherDayColumns} groups={otherGroups} keyOf={numberOf} />
        </section>
      )}
      <PaperTable
        label="Totals"
        columns={sumColumns}
        groups={[
          { heading: '', rows: receivers },
          ...(methods.length > 0 ? [{ heading: 'By method', rows: methods }] : []),
          { heading: '', rows: [all] },
        ]}
        keyOf={({ group }) => group}
        isSum={(line) => line === all}
      />
      {others.length > 0 && <p>{otherDaysWords(receivedTotals(others))}</p>}
      {refunds.length > 0 && (
        <p>
          Paid back from advances, not in the totals:{' '}
          {refunds
            .map(({ method, amount }) => `${methodWords[method].label} ${formatRupees(amount)}`)
            .join(', ')}
          .
        </p>
      )}
      <Signatures of={['Cashier', 'Checked by']} />
    </Paper>
  )
}

const otherDaysWords = ({ receipts, received, reversals, reversed, net }: ReceivedTotals): string =>
  `Entered for other days, not in the totals: ${count(receipts, 'receipt')} of ${formatRupees(received)}, ` +
  `${count(reversals, 'reversal')} of ${formatRupees(reversed)}, together ${formatRupees(net)}.`

const numberOf = ({ receiptNo }: ReceiptSlip): number => receiptNo

/** Returns the columns of a list of receipts; `whichColumn` distinguishes the lists. */
const columnsWith = (whichColumn: PaperColumn<ReceiptSlip>): readonly PaperColumn<ReceiptSlip>[] => [
  { head: 'No.', cell: numberOf },
  {
    head: 'Student',
    cell: ({ kind, reverses, studentName }) => (
      <>
        {kind === 'reversal' && `Cancels no. ${reverses}: `}
        <bdi>{studentName}</bdi>
      </>
    ),
  },
  { head: 'Roll No.', cell: ({ rollNo }) => rollNo },
  whichColumn,
  { head: 'Method', cell: (slip) => methodAndReference(slip) },
  { head: 'Amount', cell: ({ amount }) => formatRupees(amount), figures: true },
]

const receiptColumns = columnsWith({ head: 'Voucher No.', cell: ({ voucherNo }) => voucherNo })
const otherDayColumns = columnsWith({ head: 'Dated', cell: ({ receivedDate }) => formatDate(receivedDate) })

const sumColumns: readonly PaperColumn<SumLine>[] = [
  { head: 'Received by', cell: ({ group }) => <bdi>{group}</bdi> },
  { head: 'Receipts', cell: ({ receipts }) => receipts, figures: true },
  { head: 'Received', cell: ({ received }) => formatRupees(received), figures: true },
  { head: 'Reversals', cell: ({ reversals }) => reversals, figures: true },
  { head: 'Cancelled', cell: ({ reversed }) => formatRupees(reversed), figures: true },
  { head: 'Total', cell: ({ net }) => formatRupees(net), figures: true },
]
