import type { VoucherRunReply } from '#contract/voucher-void.ts'
import { formatDate, formatInstant, formatMonth } from '#domain/calendar.ts'
import { formatCount } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { StatusChip, type StatusKind } from '#web/ui/status-chip.tsx'
import { MenuButton } from '#web/ui/popup-button.tsx'
import type { MenuEntry } from '#web/ui/popups.tsx'
import { Table } from '#web/ui/table.tsx'
import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'

export type RunAct = 'void' | 'redate'

interface RunTableProps {
  readonly runs: readonly VoucherRunReply[]
  readonly open: (act: RunAct, run: VoucherRunReply) => void
}

/** The runs, each with its state and what can be done with it. */
export const RunTable = ({ runs, open }: RunTableProps) => (
  <div className="wide-frame" role="region" aria-label="Voucher runs, scrolls" tabIndex={0}>
    <Table aria-label="Voucher runs" stickyHeader verticalSpacing={5} horizontalSpacing={12} miw={900}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Run</Table.Th>
          <Table.Th>Month</Table.Th>
          <Table.Th>For</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th ta="end">Vouchers</Table.Th>
          <Table.Th ta="end">Amount</Table.Th>
          <Table.Th>Due date</Table.Th>
          <Table.Th>Generated</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map((run) => (
          <RunRow key={run.runNo} run={run} open={open} />
        ))}
      </Table.Tbody>
    </Table>
  </div>
)

function RunRow({ run, open }: Pick<RunTableProps, 'open'> & { readonly run: VoucherRunReply }) {
  const [kind, words] = stateOf(run)
  return (
    <Table.Tr>
      <Table.Td>{run.runNo}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatMonth(run)}</Table.Td>
      <Table.Td>
        {run.rollNo === null ? (
          'Campus'
        ) : (
          <>
            <bdi>{run.studentName}</bdi>, Roll No. {run.rollNo}
          </>
        )}
      </Table.Td>
      <Table.Td>
        <StatusChip kind={kind}>{words}</StatusChip>
      </Table.Td>
      <Table.Td ta="end">{formatCount(run.vouchers)}</Table.Td>
      <Table.Td ta="end">{formatRupees(run.amount)}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDate(run.dueDate)}</Table.Td>
      <Table.Td>
        {formatInstant(run.generatedAt)}{' '}
        <Text span size="xs" c="dimmed">
          {run.generatedByName}
        </Text>
        {run.voidedAt && (
          <Text size="xs" c="dimmed">
            Voided {formatInstant(run.voidedAt)} by {run.voidedByName}: {run.voidReason}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="end">
        <RunMenu run={run} open={open} />
      </Table.Td>
    </Table.Tr>
  )
}

/** A run's state as a chip shows it. */
function stateOf({ vouchers, posted, voided }: VoucherRunReply): readonly [StatusKind, string] {
  if (vouchers === 0) return ['carried', voided > 0 ? 'Voided' : 'Replaced']
  if (posted === 0) return ['to-do', 'Not posted']
  return posted === vouchers ? ['unpaid', 'Posted'] : ['part', 'Partly posted']
}

function RunMenu({ run, open }: Pick<RunTableProps, 'open'> & { readonly run: VoucherRunReply }) {
  const entries: MenuEntry[] = []
  if (run.unpaid > 0) entries.push({ label: 'Change due date…', onPress: () => open('redate', run) })
  if (run.vouchers > 0) entries.push({ label: 'Void…', onPress: () => open('void', run), removes: true })
  if (entries.length === 0) return null
  return (
    <MenuButton
      position="bottom-end"
      entries={entries}
      button={
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for run ${run.runNo}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
