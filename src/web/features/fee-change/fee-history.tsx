import { Paper, Text, Title } from '@mantine/core'
import { feeChanges } from '#contract/fee-change.ts'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { PlannedFees } from '#web/kit/planned-fees.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { Empty } from '#web/ui/states.tsx'

interface FeeHistoryProps {
  readonly rollNo: number
  readonly studentName: string
}

/** A student's monthly fees and their changes; not read without a student. */
export const useFeeChanges = (rollNo: number | undefined) =>
  useCall(feeChanges, { params: { rollNo: rollNo ?? 0 } }, { enabled: rollNo !== undefined })

/** The planned changes, then every change of monthly fee and discount, newest first: from, to, date, user. */
export function FeeHistory({ rollNo, studentName }: FeeHistoryProps) {
  const { today } = useStaff()
  const { data, error, refetch } = useFeeChanges(rollNo)
  const planned = data?.schedule.filter(({ from }) => from !== null && from > today)
  return (
    <Paper component="section" withBorder p="md" aria-label="Fee changes">
      <Title order={2}>Fee changes</Title>
      <Text c="dimmed">
        <bdi>{studentName}</bdi>, newest first
      </Text>
      {planned && <PlannedFees planned={planned} />}
      <RecordTable
        label="Fee changes"
        columns={columns}
        rows={data?.changes}
        rowKey={({ changedAt }) => changedAt.toISOString()}
        empty={<Empty title="No fee changes yet" />}
        failure={error}
        retry={() => void refetch()}
      />
    </Paper>
  )
}

type Change = Reply<typeof feeChanges>['changes'][number]

const columns: readonly RecordColumn<Change>[] = [
  {
    key: 'when',
    heading: 'When, who',
    wraps: true,
    card: 'title',
    cell: ({ feeChangeDate, changedBy, changedByName, changedAt }) => (
      <>
        {formatDate(feeChangeDate)}
        <small>
          <span title={changedBy}>{changedByName}</span>, {formatInstant(changedAt)}
        </small>
      </>
    ),
  },
  { key: 'from', heading: 'From', figures: true, cell: ({ from }) => <Fee of={from} /> },
  { key: 'to', heading: 'To', figures: true, cell: ({ to }) => <Fee of={to} /> },
]

/** The net fee, and its parts if there is a discount. */
function Fee({ of: fee }: { readonly of: Change['from'] }) {
  return (
    <>
      {formatRupees(netMonthlyFee(fee))}
      {fee.discount > 0 && (
        <small>
          {formatRupees(fee.monthlyFee)} − {formatRupees(fee.discount)}
        </small>
      )}
    </>
  )
}
