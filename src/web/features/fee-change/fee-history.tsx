import { Paper, Text, Title } from '@mantine/core'
import { feeChanges } from '#contract/fee-change.ts'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { PlannedFees } from '#web/kit/planned-fees.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { Table } from '#web/ui/table.tsx'

interface FeeHistoryProps {
  readonly rollNo: number
  readonly studentName: string
}

/** A student's monthly fees and their changes; not read without a student. */
export const useFeeChanges = (campus: string, rollNo: number | undefined) =>
  useCall(
    keys.feeChanges(campus, rollNo ?? 0),
    feeChanges,
    { params: { rollNo: rollNo ?? 0, campus } },
    { enabled: rollNo !== undefined },
  )

/** The planned changes, then every change of monthly fee and discount, newest first: from, to, date, user. */
export function FeeHistory({ rollNo, studentName }: FeeHistoryProps) {
  const { campus, today } = useStaff()
  const { data, error, refetch } = useFeeChanges(campus, rollNo)
  const planned = data?.schedule.filter(({ from }) => from !== null && from > today)
  return (
    <Paper component="section" withBorder p="md" aria-label="Fee changes">
      <Title order={2}>Fee changes</Title>
      <Text c="dimmed">
        <bdi>{studentName}</bdi>, newest first
      </Text>
      {planned && <PlannedFees planned={planned} />}
      {error && <Failed failure={error} retry={() => void refetch()} />}
      {!data && !error && <Loading label="Loading the fee changes" />}
      {data && <Changes changes={data.changes} />}
    </Paper>
  )
}

type Change = Reply<typeof feeChanges>['changes'][number]

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <Empty title="No fee changes yet" />
  return (
    <Table aria-label="Fee changes" verticalSpacing={4} mt="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When, who</Table.Th>
          <Table.Th ta="end">From</Table.Th>
          <Table.Th ta="end">To</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map((change) => (
          <Table.Tr key={change.changedAt.toISOString()} style={{ verticalAlign: 'top' }}>
            <Table.Td>
              {formatDate(change.feeChangeDate)}
              <Text size="xs" c="dimmed">
                <span title={change.changedBy}>{change.changedByName}</span>,{' '}
                {formatInstant(change.changedAt)}
              </Text>
            </Table.Td>
            <Fee of={change.from} />
            <Fee of={change.to} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The net fee, and its parts if there is a discount. */
function Fee({ of: fee }: { readonly of: Change['from'] }) {
  return (
    <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
      {formatRupees(netMonthlyFee(fee))}
      {fee.discount > 0 && (
        <Text size="xs" c="dimmed">
          {formatRupees(fee.monthlyFee)} − {formatRupees(fee.discount)}
        </Text>
      )}
    </Table.Td>
  )
}
