import type { VoucherRunReply } from '#contract/voucher-void.ts'
import { dateAt, formatDate, formatInstant, formatMonth } from '#domain/calendar.ts'
import { formatCount } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { RecordTable, type RecordColumn, type RecordFailure } from '#web/kit/table/record-table.tsx'
import type { MenuEntry } from '#web/ui/popups.tsx'
import { Empty } from '#web/ui/states.tsx'
import { StatusChip, type StatusKind } from '#web/ui/status-chip.tsx'

export type RunAction = 'void' | 'redate'

interface OfRun {
  readonly run: VoucherRunReply
}

const For = ({ run: { rollNo, studentName } }: OfRun) =>
  rollNo === null ? (
    'Campus'
  ) : (
    <>
      <bdi>{studentName}</bdi>, Roll No. {rollNo}
    </>
  )

const Voiding = ({ run: { voidedAt, voidedByName, voidReason } }: OfRun) =>
  voidedAt && (
    <small>
      Voided {formatInstant(voidedAt)} by {voidedByName}: {voidReason}
    </small>
  )

function stateOf({ vouchers, posted, voided }: VoucherRunReply): readonly [StatusKind, string] {
  if (vouchers === 0) return ['carried', voided > 0 ? 'Voided' : 'Replaced']
  if (posted === 0) return ['to-do', 'Not posted']
  return posted === vouchers ? ['done', 'Posted'] : ['part', 'Partly posted']
}

const columns: readonly RecordColumn<VoucherRunReply>[] = [
  { key: 'run', heading: 'Run', figures: true, card: 'none', cell: ({ runNo }) => runNo },
  { key: 'month', heading: 'Month', card: 'title', cell: formatMonth },
  {
    key: 'for',
    heading: 'For',
    wraps: true,
    card: 'plain',
    cell: (run) => (
      <>
        <For run={run} />
        <Voiding run={run} />
      </>
    ),
  },
  {
    key: 'state',
    heading: 'State',
    card: 'plain',
    cell: (run) => {
      const [kind, words] = stateOf(run)
      return <StatusChip kind={kind}>{words}</StatusChip>
    },
  },
  { key: 'vouchers', heading: 'Vouchers', figures: true, cell: ({ vouchers }) => formatCount(vouchers) },
  {
    key: 'amount',
    heading: 'Amount',
    figures: true,
    card: 'figure',
    cell: ({ amount }) => formatRupees(amount),
  },
  { key: 'due', heading: 'Due date', cell: ({ dueDate }) => formatDate(dueDate) },
  {
    key: 'generated',
    heading: 'Generated',
    cell: ({ generatedAt, generatedByName }) => (
      <span title={`${formatInstant(generatedAt)}, ${generatedByName}`}>
        {formatDate(dateAt(generatedAt))} by {generatedByName}
      </span>
    ),
  },
]

interface RunTableProps {
  readonly runs: readonly VoucherRunReply[] | undefined
  readonly failure: RecordFailure
  readonly retry: () => void
  readonly open: (action: RunAction, run: VoucherRunReply) => void
}

export function RunTable({ runs, failure, retry, open }: RunTableProps) {
  const menuOf = (run: VoucherRunReply) => {
    const entries: MenuEntry[] = []
    if (run.unpaid > 0) entries.push({ label: 'Change due date…', onPress: () => open('redate', run) })
    if (run.vouchers > 0) entries.push({ label: 'Void…', onPress: () => open('void', run), removes: true })
    return entries.length === 0 ? null : { label: `Actions for run ${run.runNo}`, entries }
  }
  return (
    <RecordTable
      label="Voucher runs"
      columns={columns}
      rows={runs}
      rowKey={({ runNo }) => runNo}
      acts={(run) => [menuOf(run)]}
      empty={
        <Empty title="No vouchers were generated yet" hint="Generate campus vouchers makes the first run." />
      }
      failure={failure}
      retry={retry}
    />
  )
}
